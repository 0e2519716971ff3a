import { describe, expect, it } from '@jest/globals'
import { FILE_MODE, FOLDER_MODE, type Item } from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { Random } from '../../../../tests/soak/random.ts'
import { childOf, extensionOf, parseUserPath } from '../../storage/paths.ts'
import { presentFolder, presentListing } from '../tree/items.ts'
import { sortItems } from '../tree/sorting.ts'
import type { ListingChanges } from './listing-changes.ts'
import { patchListing } from './patched-listing.ts'

const PATH = parseUserPath('/a "folder" of {"path":"many}/things')
const ROUNDS = 400
/** A text is searched in parts of this length. */
const PART = 1024 * 1024
const PART_AROUND = 2_000
const OWN = new Date('2020-02-03T04:05:06.789Z')
const SORTINGS: Sorting[] = (['name', 'size', 'modified'] as const).flatMap((by) =>
  [true, false].map((asc) => ({ by, asc })),
)
const STRANGE = ['"quoted"', '{"path":"', ',{"path":"/x",', '"modified":"9', '"items":[', '],"numDirs":']
const NAMES = ['a', 'b2', 'b10', 'é', ...STRANGE, ...Array.from({ length: 30 }, (_, index) => `n${index}.txt`)]

const timeOf = (random: Random) => new Date(1_700_000_000_000 + random.below(20) * 60_000).toISOString()
const fileOf = (name: string, random: Random): Item => ({
  path: childOf(PATH, name),
  name,
  size: random.below(5),
  extension: extensionOf(name),
  modified: timeOf(random),
  mode: FILE_MODE,
  isDir: false,
  isSymlink: false,
  type: 'text',
  ...(random.below(3) === 0 && { resolution: { width: 1, height: 2 } }),
})
const folderOf = (name: string, random: Random): Item => ({
  ...fileOf(name, random),
  mode: FOLDER_MODE,
  isDir: true,
  type: '',
})

/** What is in a folder, by name: the file, the folder or both. */
type Content = Map<string, Item[]>

const itemsOf = (content: Content): Item[] => [...content.values()].flat()

async function textOf(content: Content, sorting: Sorting, hidesSums: boolean): Promise<Buffer> {
  const listing = await presentListing({ path: PATH, own: null }, await sortItems(itemsOf(content), sorting), sorting)
  const hidden = hidesSums ? presentFolder(PATH, { modified: OWN, bytes: 0 }) : {}
  return Buffer.from(JSON.stringify({ ...listing, ...hidden }))
}

const changesOf = (names: readonly string[], content: Content, hidesSums = false): ListingChanges => ({
  path: PATH,
  names,
  items: names.flatMap((name) => content.get(name) ?? []),
  hidesSums,
  version: { tree: 'v', own: hidesSums ? OWN : null },
})

const newItems = (name: string, random: Random): Item[] => {
  const both = [fileOf(name, random), folderOf(name, random)]
  return [[], both.slice(0, 1), both.slice(0, 1), both.slice(1), both][random.below(5)] ?? []
}

describe('the text of a folder after some changes', () => {
  it('is what it would be if it were written anew, in any order', async () => {
    const random = new Random(4)
    let done = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const content: Content = new Map(NAMES.map((name) => [name, newItems(name, random)]))
      const sorting = SORTINGS[random.below(SORTINGS.length)] as Sorting
      const hidesSums = random.below(4) === 0
      const before = await textOf(content, sorting, hidesSums)
      const names = [...new Set(Array.from({ length: random.below(6) }, () => NAMES[random.below(NAMES.length)] ?? ''))]
      for (const name of names) content.set(name, newItems(name, random))
      const patched = await patchListing(before, changesOf(names, content, hidesSums), sorting)
      // A file and a folder of one name may be equal: then all has to be sorted.
      if (patched === null) continue
      expect(Buffer.concat(patched).equals(await textOf(content, sorting, hidesSums))).toBe(true)
      done += 1
    }
    expect(done).toBeGreaterThan(ROUNDS * 0.9)
  })

  const one = (over: Partial<Item>) => ({ ...fileOf('one.txt', new Random(1)), ...over })
  const patchedWith = (there: Item[], changed: Item[], names = changed.map(({ name }) => name)) => {
    const content: Content = new Map(there.map((item) => [item.path, [item]]))
    const sorting: Sorting = { by: 'name', asc: false }
    const changes = { ...changesOf(names, new Map()), items: changed }
    return textOf(content, sorting, false).then((text) => patchListing(text, changes, sorting))
  }
  const named = (name: string, over: Partial<Item> = {}) => one({ name, path: childOf(PATH, name), ...over })

  it('is written anew where names differ in case alone, a video goes, or nothing is left', async () => {
    expect(await patchedWith([named('a'), named('b')], [named('A')])).toBeNull()
    expect(await patchedWith([named('b')], [named('a'), named('A')])).toBeNull()
    expect(await patchedWith([named('a'), named('film.mkv', { type: 'video' })], [], ['film.mkv'])).toBeNull()
    expect(await patchedWith([named('a')], [], ['a'])).toBeNull()
    expect(await patchedWith([named('a'), named('b')], [], ['b'])).not.toBeNull()
  })

  it('finds each name of a text of megabytes, wherever it lies', async () => {
    const sorting: Sorting = { by: 'name', asc: true }
    // Where paths are long, some begin in one part and end in the next.
    const deep = parseUserPath('/a long name'.repeat(40))
    const names = Array.from({ length: 8_000 }, (_, index) => `${index}.txt`)
    const content: Content = new Map(names.map((name) => [name, [named(name, { path: childOf(deep, name) })]]))
    const before = await textOf(content, sorting, false)
    const gone = new Set<string>()
    for (let at = PART; at < before.length; at += PART) {
      const around = before.toString('latin1', at - PART_AROUND, at + PART_AROUND)
      for (const [, name = ''] of around.matchAll(/"name":"([^"]+)"/g)) gone.add(name)
    }
    for (const name of gone) content.delete(name)
    const patched = await patchListing(before, { ...changesOf([...gone], content), path: deep }, sorting)
    const anew = JSON.parse(String(await textOf(content, sorting, false))) as { items: Item[] }
    const { items } = JSON.parse(Buffer.concat(patched ?? []).toString()) as { items: Item[] }
    expect(before.length).toBeGreaterThan(4 * PART)
    expect(items.length).toBe(names.length - gone.size)
    expect(items).toEqual(anew.items)
  })
})
