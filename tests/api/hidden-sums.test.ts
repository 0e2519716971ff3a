// What rules and hidden dotfiles keep from somebody does not show in any sum, time, count or event either (C2), on two
// replicas.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type FolderResource, type Item, NO_TIME } from '../../backend/contract/resources.ts'
import type { SharedResource } from '../../backend/contract/shares.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import type { Rule } from '../../backend/contract/users.ts'
import type { Client } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { useSite } from '../helpers/nido.ts'
import { soon } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'
import { expectSoon, guestOf, linksOf } from './links-client.ts'

let site: Awaited<ReturnType<typeof useSite>>
let admin: Client
beforeAll(async () => {
  site = await useSite()
  admin = await site.adminClient()
})
afterAll(() => site.stop())

const deny = (path: string): Rule => ({ regex: false, allow: false, path })
const change = async (id: number, fields: Record<string, unknown>) => {
  ;(
    await admin.put(`/api/users/${id}`, {
      what: 'user',
      which: Object.keys(fields),
      current_password: site.admin.password,
      data: { id, ...fields },
    })
  ).expect(200)
}
/** Two people with the same tree: one sees all of it, the other what `fields` allow. */
async function two(fields: Record<string, unknown>): Promise<{ whole: PersonsFiles; part: PersonsFiles }> {
  const whole = await site.makePerson()
  const part = await site.makePerson({ scope: whole.scope })
  await change(part.id, fields)
  return { whole: filesOf(whole), part: filesOf(part) }
}
const itemIn = async (one: PersonsFiles, folder: string, name: string): Promise<Item | undefined> =>
  (await one.folder(folder)).items.find((item) => item.name === name)
const found = async (one: PersonsFiles, query: string) =>
  (await one.client.get(`/api/search/?query=${encodeURIComponent(query)}`))
    .expect(200)
    .json<{ path: string }[]>()
    .map(({ path }) => path)
const notesOf = async (one: PersonsFiles) =>
  (await one.client.get('/api/trash'))
    .expect(200)
    .json<Trash>()
    .items.filter(({ path }) => !path.startsWith('/Shared'))
const OLD = '2001-02-03T04:05:06.000Z'
const REPLICAS = [0, 1]

describe.each([
  { by: 'a rule', hidden: 'secret', fields: { rules: [deny('/mixed/secret'), deny('/only/secret')] } },
  { by: 'hidden dotfiles', hidden: '.secret', fields: { hideDotfiles: true } },
])('what $by hides', ({ hidden, fields }) => {
  it('C2: does not affect the size or time of the folders around it', async () => {
    const { whole, part } = await two(fields)
    ;(await whole.mkdir('/mixed')).expect(200)
    const { modified: own } = (await soon(
      () => itemIn(whole, '/', 'mixed'),
      (item) => item !== undefined,
    )) ?? { modified: '' }
    ;(await whole.upload('/mixed/open.txt', 'open', { modified: String(Date.parse(OLD)) })).expect(200)
    const told = async () =>
      [await itemIn(part, '/', 'mixed'), await part.folder('/mixed'), await part.folder('/')] as const
    const shown = (folder: Item | undefined) => folder && [folder.size, folder.modified]
    const before = (await told()).map(shown)
    expect(before).toEqual([
      [0, own],
      [0, own],
      [0, expect.any(String)],
    ])
    ;(
      await whole.upload(`/mixed/${hidden}/big.bin`, Buffer.alloc(5_000), {
        modified: String(Date.parse('2033-01-01')),
      })
    ).expect(200)
    expect(
      await soon(
        () => itemIn(whole, '/', 'mixed'),
        (item) => item?.size === 5_004,
      ),
    ).toMatchObject({ size: 5_004, modified: '2033-01-01T00:00:00.000Z' })
    expect((await told()).map(shown)).toEqual(before)
    expect((await part.folder('/mixed')).items.map(({ name, size }) => [name, size])).toEqual([['open.txt', 4]])
    // A folder without a marker has no time of its own.
    ;(await whole.upload(`/only/${hidden}/x`, 'x')).expect(200)
    expect(await itemIn(part, '/', 'only')).toMatchObject({ size: 0, modified: NO_TIME })
    expect((await part.folder('/only')).items).toEqual([])
  })

  it('C2: cannot be found through the time of a folder', async () => {
    const { whole, part } = await two(fields)
    for (const path of ['/mixed/open.txt', `/mixed/${hidden}/x`])
      (await whole.upload(path, 'x', { modified: String(Date.parse('2033-01-01')) })).expect(200)
    expect(
      await soon(
        () => found(whole, 'after:2032-12-01'),
        (paths) => paths.includes('mixed'),
      ),
    ).toContain('mixed')
    expect(await found(part, 'after:2032-12-01')).toEqual(['mixed/open.txt'])
  })

  it('C2: appears in no name, count or size in the trash', async () => {
    const { whole, part } = await two(fields)
    for (const [path, body] of [
      ['/mixed/open.txt', 'open'],
      [`/mixed/${hidden}/x`, 'much of it'],
      [`/only/${hidden}/x`, 'x'],
    ] as const)
      (await whole.upload(path, body)).expect(200)
    const action = { headers: { 'X-Action': 'both' } }
    const remove = (path: string) => whole.client.delete(`/api/resources${path}`, action)
    const id = (await remove(`/only/${hidden}`)).expect(204).headers['x-trash-note'] ?? ''
    ;(await remove('/mixed')).expect(204)
    expect(
      (
        await soon(
          () => notesOf(whole),
          ([note]) => note?.count === 3 && !note.pending,
        )
      )[0],
    ).toMatchObject({ count: 3, bytes: 15, things: 2 })
    const [note] = await notesOf(part)
    expect(note).toMatchObject({ count: 1, bytes: 4, things: 1, names: ['mixed'] })
    expect(id).not.toBe('')
    // Also what was replaced.
    for (const path of ['/again/open.txt', `/mixed/${hidden}/y`]) (await whole.upload(path, 'before')).expect(200)
    for (const path of ['/again/open.txt', `/mixed/${hidden}/y`])
      (
        await whole.client.post(`/api/resources${path}?override=true`, 'after', { headers: { 'X-Action': 'again' } })
      ).expect(200)
    const replaced = async (one: PersonsFiles) => (await notesOf(one)).find(({ kind }) => kind === 'replace')
    expect(
      await soon(
        () => replaced(whole),
        (one) => one?.count === 2,
      ),
    ).toMatchObject({ count: 2, bytes: 12 })
    expect(await replaced(part)).toMatchObject({ count: 1, bytes: 6, things: 1, names: ['open.txt'] })
  })

  it('C2: leaves out a note that contains nothing else', async () => {
    const { whole, part } = await two(fields)
    const paths = [`/mixed/${hidden}/x`, `/only/${hidden}/y`]
    for (const path of paths) (await whole.upload(path, 'before')).expect(200)
    for (const path of paths)
      (
        await whole.client.post(`/api/resources${path}?override=true`, 'after', { headers: { 'X-Action': 'all' } })
      ).expect(200)
    expect(
      await soon(
        () => notesOf(whole),
        (notes) => notes[0]?.count === 2,
      ),
    ).toHaveLength(1)
    expect(await notesOf(part)).toEqual([])
  })

  it('C2: causes no event on a live page', async () => {
    const { whole, part } = await two(fields)
    // A replica that does not know a bucket tells everything in it anew when it does, whatever happened there.
    ;(await whole.upload('/first/x', 'first')).expect(200)
    for (const replica of REPLICAS)
      await soon(
        async () => (await whole.info('/', {}, { replica })).expect(200).json<FolderResource>().items,
        (items) => items.some(({ name, size }) => name === 'first' && size === 5),
      )
    const pages = await Promise.all(site.urls.map((url) => LivePage.open(url, part.client.token)))
    const all = await Promise.all(site.urls.map((url) => LivePage.open(url, whole.client.token)))
    try {
      // Each replica hears of the new folder at its own time.
      ;(await whole.mkdir('/mixed')).expect(200)
      await Promise.all([...pages, ...all].map((page) => page.hearsOf('/mixed')))
      for (const page of [...pages, ...all]) page.frames.length = 0
      for (const [index, body] of ['x', 'xy'].entries())
        (await whole.upload(`/mixed/${hidden}/x${index}`, body)).expect(200)
      // A person who sees everything hears of the parent folder a second later. After that comes an event that both
      // hear.
      await Promise.all(all.map((page) => page.hearsOf('/mixed', `/mixed/${hidden}`)))
      ;(await whole.upload('/end.txt', 'end')).expect(200)
      await Promise.all(pages.map((page) => page.hearsOf('/end.txt')))
      for (const page of pages)
        expect(page.changed.filter((path) => path.startsWith('/mixed') || path === '/**')).toEqual([])
    } finally {
      await Promise.all([...pages, ...all].map((page) => page.close()))
    }
  })

  it('C2: is in nothing that guests of a link are shown', async () => {
    const { whole, part } = await two(fields)
    for (const [path, body] of [
      ['/mixed/sub/open.txt', 'open'],
      [`/mixed/${hidden}/x`, 'much of it'],
    ] as const)
      (await whole.upload(path, body)).expect(200)
    const { hash } = await linksOf(part.client).make('/mixed')
    const guest = guestOf(site.client())
    await expectSoon(() => guest.look(hash), 200)
    // Sums depend on what each replica knows: both have to know the folder's content before they are compared.
    const size = hidden === '.secret' ? 0 : 4
    const seenByAll = () => Promise.all(REPLICAS.map((replica) => guest.see(hash, '', { replica })))
    const isKnown = (seen: SharedResource) => 'items' in seen && seen.items.some((item) => item.size === size)
    await soon(seenByAll, (all) => all.every(isKnown))
    const length = async () => (await guest.download(hash)).expect(200).headers['content-length']
    const before = [await guest.see(hash), await length()]
    expect(before[0]).toMatchObject({ size: 0, items: [{ name: 'sub', size }] })
    ;(await whole.upload(`/mixed/${hidden}/more`, Buffer.alloc(3_000))).expect(200)
    expect([await guest.see(hash), await length()]).toEqual(before)
  })
})

describe('what a rule hides', () => {
  it('C2: is not counted in the used bytes of a person without a quota', async () => {
    const { whole, part } = await two({ rules: [deny('/secret')] })
    for (const path of ['/open.txt', '/secret/x']) (await whole.upload(path, '1234')).expect(200)
    expect(
      await soon(
        () => whole.usage('/'),
        ({ used }) => used === 8,
      ),
    ).toMatchObject({ used: 8 })
    expect(
      await soon(
        () => part.usage('/'),
        ({ used }) => used === 4,
      ),
    ).toEqual({ total: expect.any(Number), used: 4 })
  })

  it('C2: does not change the sums of other folders', async () => {
    const { whole, part } = await two({ rules: [deny('/mixed/secret')] })
    ;(await whole.upload('/other/deep/a.txt', '1234')).expect(200)
    expect(
      await soon(
        () => itemIn(part, '/', 'other'),
        (item) => item?.size === 4,
      ),
    ).toMatchObject({ size: 4 })
    expect((await part.folder('/other')) satisfies FolderResource).toMatchObject({
      size: 4,
      items: [{ name: 'deep', size: 4 }],
    })
  })
})
