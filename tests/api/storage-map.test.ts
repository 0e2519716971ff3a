// What takes space: the map of a folder, the largest and oldest files, and files of the same size.
import { describe, expect, it } from '@jest/globals'
import type { ListedPlaces } from '../../backend/contract/places.ts'
import type { SameSizes, StorageMap } from '../../backend/contract/storage-map.ts'
import { type Client, encodePath } from '../helpers/client.ts'
import { filesOf } from './files-client.ts'
import { dir, given, me, site } from './own-folder.ts'

const MIB = 1024 * 1024

const mapOf = async (client: Client, folder: string) =>
  (await client.get(`/api/storage/map${encodePath(folder)}`)).expect(200).json<StorageMap>()
const listOf = async (client: Client, list: 'largest' | 'oldest') =>
  (await client.get(`/api/storage/${list}`)).expect(200).json<ListedPlaces>().items
const groupsOf = async (client: Client) =>
  (await client.get('/api/storage/same-size')).expect(200).json<SameSizes>().groups

describe('the map', () => {
  it('tells the sums of a folder and of its parts', async () => {
    await given({
      'films/a.mkv': 'x'.repeat(300),
      'films/old/b.mkv': 'x'.repeat(50),
      'note.txt': 'x'.repeat(9),
      'empty/': null,
    })
    const map = await mapOf(me.client, dir)
    expect(map).toMatchObject({ size: 359, files: 3, folders: 3 })
    expect(map.parts).toEqual([
      {
        name: 'films',
        isDir: true,
        size: 350,
        files: 2,
        parts: [
          { name: 'a.mkv', isDir: false, size: 300, files: 1 },
          { name: 'old', isDir: true, size: 50, files: 1 },
        ],
      },
      { name: 'note.txt', isDir: false, size: 9, files: 1, parts: [] },
      { name: 'empty', isDir: true, size: 0, files: 0, parts: [] },
    ])
    expect(map.endings).toEqual([
      { ending: '.mkv', size: 350, files: 2 },
      { ending: '.txt', size: 9, files: 1 },
    ])
  })

  it('refuses files, and folders that do not exist', async () => {
    await given({ 'note.txt': 'A' })
    ;(await me.client.get(`/api/storage/map${encodePath(`${dir}/note.txt`)}`)).expect(409)
    ;(await me.client.get(`/api/storage/map${encodePath(`${dir}/none`)}`)).expect(404)
  })

  it('has the shared folder in the root, and nothing that a rule hides', async () => {
    const person = await site.makePerson({ rules: [{ regex: false, allow: false, path: '/hidden' }] })
    const own = filesOf(person)
    await own.upload('/seen.txt', 'four')
    const map = await mapOf(person, '/')
    expect(map.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['seen.txt', 'Shared']))
    ;(await person.get('/api/storage/map/hidden')).expect(403)
  })
})

describe('the lists', () => {
  it('have the largest files, and those that have not changed for longest', async () => {
    const person = await site.makePerson()
    const own = filesOf(person)
    for (const [name, size] of [
      ['one', 3],
      ['two', 9],
      ['three', 5],
    ] as const)
      await own.upload(`/${name}`, 'x'.repeat(size))
    const named = (items: ListedPlaces['items']) =>
      items.map(({ item }) => item?.name).filter((name) => ['one', 'two', 'three'].includes(name ?? ''))
    expect(named(await listOf(person, 'largest'))).toEqual(['two', 'three', 'one'])
    expect(named(await listOf(person, 'oldest'))).toEqual(['one', 'two', 'three'])
  })

  it('have files of the same size, whatever their content', async () => {
    const person = await site.makePerson()
    const own = filesOf(person)
    const size = MIB + 17
    await own.upload('/a/one.bin', Buffer.alloc(size, 1))
    await own.upload('/b/copy.bin', Buffer.alloc(size, 1))
    await own.upload('/other.bin', Buffer.alloc(size, 2))
    await own.upload('/single.bin', Buffer.alloc(size + 1, 2))
    await own.upload('/small1.bin', 'x')
    await own.upload('/small2.bin', 'x')
    const group = (await groupsOf(person)).find((one) => one.size === size)
    expect(group?.items.map(({ path }) => path).toSorted()).toEqual(['/a/one.bin', '/b/copy.bin', '/other.bin'])
    expect((await groupsOf(person)).some((one) => one.size === 1 || one.size === size + 1)).toBe(false)
  })
})
