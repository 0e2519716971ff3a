// The trash and file versions, over two replicas.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { FileVersions, Trash, TrashNote } from '../../backend/contract/trash.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon } from '../helpers/until.ts'

let site: Site & { stop(): Promise<void> }
let s3: PlainS3
let ann: Client
let bucket: string
beforeAll(async () => {
  site = await useSite()
  s3 = openS3(site.servers)
  ann = await site.makePerson()
  bucket = placeOfScope(site.bucketPrefix, ann.scope).bucket
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

const write = async (files: Record<string, string>, who = ann) => {
  for (const [path, text] of Object.entries(files))
    (await who.post(`/api/resources${path}?override=true`, text)).expect(200)
}
const read = async (path: string, who = ann) => (await who.get(`/api/raw${path}`)).expect(200).text
const remove = async (path: string, who = ann): Promise<string> =>
  (await who.delete(`/api/resources${path}`)).expect(204).headers['x-trash-note'] ?? ''
const notes = async (who = ann) => (await who.get('/api/trash')).expect(200).json<Trash>().items
/** Other tests delete in the shared folder meanwhile; what one action took there at several places has its name. */
const isOwn = ({ path }: TrashNote) => path !== '/Shared' && !path.startsWith('/Shared/')
const names = async (path: string, who = ann) =>
  (await who.get(`/api/resources${path}`))
    .expect(200)
    .json<FolderResource>()
    .items.map(({ name }) => name)

/** A note once its delete is over, because only then it has its final size. */
const settled = (id: string, who = ann) =>
  soon(
    async () => (await notes(who)).find((one) => one.id === id),
    (note) => !note?.pending,
  )

describe('the trash', () => {
  it('lists each delete, newest first: who, what and how much', async () => {
    await write({ '/list/a.txt': '12345', '/list/sub/b.txt': '123', '/single.txt': '1' })
    const [folder, file] = [await remove('/list'), await remove('/single.txt')]
    await settled(folder)
    expect(await settled(file)).toMatchObject({
      path: '/single.txt',
      isDir: false,
      count: 1,
      bytes: 1,
      who: ann.username,
      kind: 'delete',
    })
    const [first, second] = (await notes()).filter(isOwn)
    expect([first?.id, second?.id]).toEqual([file, folder])
    expect(second).toMatchObject({ path: '/list', isDir: true, count: 2, bytes: 8 })
    expect(Date.parse(second?.expires ?? '') - Date.parse(second?.when ?? '')).toBe(30 * 86_400_000)
  })

  it('A11: comes in pages, and deletes in between do not split any of them', async () => {
    const me = await site.makePerson()
    const paths = Array.from({ length: 7 }, (_, index) => `/page-${index}.txt`)
    await write(Object.fromEntries(paths.map((path) => [path, path])), me)
    for (const path of paths) await settled(await remove(path, me), me)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: Trash = (await me.get(`/api/trash?limit=3${query}`)).expect(200).json<Trash>()
      expect(page.items.length).toBeLessThanOrEqual(3)
      seen.push(...page.items.filter(isOwn).map(({ path }) => path))
      cursor = page.cursor
      await write({ '/meanwhile.txt': 'x' }, me)
      await remove('/meanwhile.txt', me)
    }
    expect(seen).toEqual(paths.toReversed())
    for (const wrong of ['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'cursor=..%2F..']) {
      ;(await me.get(`/api/trash?${wrong}`)).expect(400)
    }
  })

  it('shows a file and a folder of the same name that one action deleted', async () => {
    const me = await site.makePerson()
    const action = { headers: { 'X-Action': 'file-then-folder' } }
    const replace = async (path: string, text: string) =>
      (await me.post(`/api/resources${path}?override=true`, text, action)).expect(200)
    await write({ '/both/c': 'old' }, me)
    await replace('/both/c', 'new')
    await remove('/both/c', me)
    await write({ '/both/c/x.txt': 'older' }, me)
    await replace('/both/c/x.txt', 'newer')
    const id = (await notes(me)).find(({ kind }) => kind === 'replace')?.id ?? ''
    const inside = async (path: string) => (await me.get(`/api/trash/${id}${path}`)).expect(200).json<FolderResource>()
    expect((await inside('')).items.map(({ name, isDir, size }) => [name, isDir, size])).toEqual([
      ['c', true, 5],
      ['c', false, 3],
    ])
    expect(await inside('/c')).toMatchObject({ isDir: false, size: 3 })
    expect((await inside('/c/')).items).toMatchObject([{ name: 'x.txt', size: 5 }])
  })

  it('A11: deletes of one action are one note, whichever replicas did them', async () => {
    const me = await site.makePerson()
    const paths = Array.from({ length: 6 }, (_, index) => `/action-${index}.txt`)
    await write(Object.fromEntries(paths.map((path) => [path, path])), me)
    const action = { headers: { 'X-Action': 'six-in-one-go' } }
    await Promise.all(paths.map(async (path) => (await me.delete(`/api/resources${path}`, action)).expect(204)))
    const mine = async () => (await notes(me)).filter(isOwn)
    const [note, ...others] = await soon(mine, ([first]) => first?.things === 6 && !first.pending)
    expect(others).toEqual([])
    expect(note).toMatchObject({ things: 6, count: 6, path: '/' })
    ;(await me.post(`/api/trash/${note?.id ?? ''}/restore`, {})).expect(200)
    expect((await names('/', me)).filter((name) => name.startsWith('action-'))).toEqual(
      paths.map((path) => path.slice(1)),
    )
  })

  it('can be browsed', async () => {
    await write({ '/look/a.txt': '12345', '/look/sub/b.txt': '123' })
    const id = await remove('/look')
    await settled(id)
    const top = (await ann.get(`/api/trash/${id}`)).expect(200).json<FolderResource>()
    expect([top.name, top.numDirs, top.numFiles, top.items.map(({ path, size }) => `${path} ${size}`)]).toEqual([
      'look',
      1,
      1,
      ['/sub 3', '/a.txt 5'],
    ])
    expect(
      (await ann.get(`/api/trash/${id}/sub/`))
        .expect(200)
        .json<FolderResource>()
        .items.map(({ path }) => path),
    ).toEqual(['/sub/b.txt'])
    expect((await ann.get(`/api/trash/${id}/sub/b.txt`)).expect(200).json()).toMatchObject({ isDir: false, size: 3 })
    ;(await ann.get(`/api/trash/${id}/none`)).expect(404)
    ;(await ann.get('/api/trash/none')).expect(404)
    ;(await ann.get(`/api/trash/${id}/..%2f..`)).expect(400)
  })

  it('restores a part, and keeps the rest', async () => {
    await write({ '/some/a.txt': 'a', '/some/sub/b.txt': 'b', '/some/sub/c.txt': 'c' })
    const id = await remove('/some')
    await settled(id)
    ;(await ann.post(`/api/trash/${id}/restore`, { paths: ['sub/b.txt'] })).expect(200)
    expect([await names('/some'), await read('/some/sub/b.txt')]).toEqual([['sub'], 'b'])
    expect(await settled(id)).toMatchObject({ count: 2 })
    ;(await ann.post(`/api/trash/${id}/restore`, { paths: ['/sub'] })).expect(200)
    expect(await read('/some/sub/c.txt')).toBe('c')
    ;(await ann.post(`/api/trash/${id}/restore`)).expect(200)
    expect(await names('/some')).toEqual(['sub', 'a.txt'])
    expect(await settled(id)).toBeUndefined()
    ;(await ann.post(`/api/trash/${id}/restore`)).expect(404)
  })

  it('restores copies into another folder, under a free name on request', async () => {
    await write({ '/else/a.txt': 'deleted', '/into/else/kept.txt': 'kept' })
    const id = await remove('/else')
    await settled(id)
    ;(await ann.post(`/api/trash/${id}/restore`, { to: '/into' })).expect(409)
    ;(await ann.post(`/api/trash/${id}/restore`, { to: '/into', conflict: 'rename' })).expect(200)
    expect([await names('/into'), await read('/into/else(1)/a.txt')]).toEqual([['else', 'else(1)'], 'deleted'])
    ;(await ann.post(`/api/trash/${id}/restore`, { to: '/into', conflict: 'override' })).expect(200)
    expect(await names('/into/else')).toEqual(['a.txt', 'kept.txt'])
    ;(await ann.post(`/api/trash/${id}/restore`, { to: '/one', paths: ['a.txt'] })).expect(200)
    expect(await read('/one/a.txt')).toBe('deleted')
    ;(await ann.post(`/api/trash/${id}/restore`, { to: '/../bob' })).expect(400)
    ;(await ann.post(`/api/trash/${id}/restore`, { to: 5 })).expect(400)
    ;(await ann.post(`/api/trash/${id}/restore`, { paths: ['none'] })).expect(404)
  })

  it('purges notes, and touches nothing that was written since', async () => {
    await write({ '/end/a.txt': 'old', '/end/b.txt': 'old' })
    const id = await remove('/end')
    await settled(id)
    await write({ '/end/a.txt': 'new' })
    ;(await ann.delete(`/api/trash/${id}`)).expect(204)
    expect([await names('/end'), await read('/end/a.txt')]).toEqual([['a.txt'], 'new'])
    expect((await s3.versions(bucket, 'end/b.txt')).filter(({ isMarker }) => !isMarker)).toEqual([])
    expect((await s3.versions(bucket, 'end/a.txt')).filter(({ isMarker }) => !isMarker)).toHaveLength(1)
    ;(await ann.delete(`/api/trash/${id}`)).expect(404)
    ;(await ann.post(`/api/trash/${id}/restore`)).expect(404)
  })

  it('leaves an older version where it is when the newest is purged', async () => {
    await write({ '/older.txt': 'first' })
    await write({ '/older.txt': 'second' })
    const id = await remove('/older.txt')
    await settled(id)
    ;(await ann.delete(`/api/trash/${id}`)).expect(204)
    ;(await ann.get('/api/resources/older.txt')).expect(404)
  })

  it('is emptied at once', async () => {
    const bob = await site.makePerson()
    await write({ '/a.txt': 'a', '/b.txt': 'b' }, bob)
    await settled(await remove('/a.txt', bob), bob)
    await settled(await remove('/b.txt', bob), bob)
    ;(await bob.delete('/api/trash')).expect(204)
    expect((await notes(bob)).filter(({ who }) => who === bob.username)).toEqual([])
  })

  it('of the shared folder is seen by everybody, and restored by people who may create', async () => {
    const [bob, reader] = [await site.makePerson(), await site.makePerson({ perm: { create: false, delete: false } })]
    const path = `/Shared/${ann.username}.txt`
    await write({ [path]: 'ours' })
    const id = await remove(path)
    await settled(id)
    expect((await notes(reader)).find((note) => note.id === id)).toMatchObject({ path, who: ann.username })
    ;(await reader.post(`/api/trash/${id}/restore`)).expect(403)
    ;(await reader.delete(`/api/trash/${id}`)).expect(403)
    ;(await reader.delete('/api/trash')).expect(403)
    ;(await bob.post(`/api/trash/${id}/restore`)).expect(200)
    expect(await read(path, reader)).toBe('ours')
    await remove(path)
  })

  it('shows nobody what lies in another tree, or behind a rule', async () => {
    await write({ '/mine/secret/a.txt': 'x', '/mine/open.txt': 'x' })
    const id = await remove('/mine')
    await settled(id)
    const bob = await site.makePerson()
    expect((await notes(bob)).filter(isOwn)).toEqual([])
    for (const answer of [
      await bob.get(`/api/trash/${id}`),
      await bob.post(`/api/trash/${id}/restore`),
      await bob.delete(`/api/trash/${id}`),
    ])
      answer.expect(404)
    const admin = await site.adminClient()
    const rules = (list: object[]) =>
      admin.put(`/api/users/${ann.id}`, { what: 'user', which: ['rules'], data: { id: ann.id, rules: list } })
    ;(await rules([{ regex: false, allow: false, path: '/mine/secret' }])).expect(200)
    expect((await ann.get(`/api/trash/${id}`)).json<FolderResource>().items.map(({ name }) => name)).toEqual([
      'open.txt',
    ])
    ;(await ann.post(`/api/trash/${id}/restore`)).expect(403)
    ;(await ann.post(`/api/trash/${id}/restore`, { to: '/elsewhere' })).expect(403)
    ;(await ann.delete(`/api/trash/${id}`)).expect(403)
    ;(await rules([])).expect(200)
    ;(await ann.post(`/api/trash/${id}/restore`)).expect(200)
  })

  it('is for signed-in people', async () => {
    const nobody = site.client()
    const answers = [
      await nobody.get('/api/trash'),
      await nobody.get('/api/trash/x'),
      await nobody.post('/api/trash/x/restore'),
      await nobody.delete('/api/trash/x'),
      await nobody.delete('/api/trash'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })
})

describe('the versions of a file', () => {
  const versions = async (path: string, who = ann) =>
    (await who.get(`/api/versions${path}`)).expect(200).json<FileVersions>().items

  it('are listed newest first, can be downloaded, and restored to the top', async () => {
    for (const text of ['first', 'second!', 'third!!']) await write({ '/v/a.txt': text })
    const [third, second, first] = await versions('/v/a.txt')
    expect([third?.isLatest, second?.isLatest, third?.size, first?.size]).toEqual([true, false, 7, 5])
    expect((await ann.get(`/api/raw/v/a.txt?version=${second?.id}`)).expect(200).text).toBe('second!')
    ;(await ann.patch(`/api/resources/v/a.txt?action=restore&version=${first?.id}`)).expect(200)
    expect(await read('/v/a.txt')).toBe('first')
    expect(await versions('/v/a.txt')).toHaveLength(4)
  })

  it('follow a file that is renamed', async () => {
    for (const text of ['one', 'two']) await write({ '/v/b.txt': text })
    ;(await ann.patch('/api/resources/v/b.txt?action=rename&destination=%2Fv%2Fc.txt')).expect(200)
    const [, older] = await versions('/v/c.txt')
    expect((await ann.get(`/api/raw/v/c.txt?version=${older?.id}`)).expect(200).text).toBe('one')
  })

  it('are refused like the file itself', async () => {
    await write({ '/v/d.txt': 'one' })
    const [only] = await versions('/v/d.txt')
    ;(await ann.get('/api/versions/v')).expect(404)
    ;(await ann.get('/api/versions/none')).expect(404)
    ;(await ann.get('/api/raw/v/d.txt?version=no-such')).expect(400, 404)
    ;(await ann.patch('/api/resources/v/d.txt?action=restore')).expect(400)
    ;(await ann.patch('/api/resources/v/d.txt?action=restore&version=no-such')).expect(400, 404)
    ;(await site.client().get('/api/versions/v/d.txt')).expect(401)
    const reader = await site.makePerson({ scope: ann.scope, perm: { modify: false, download: false, share: false } })
    ;(await reader.patch(`/api/resources/v/d.txt?action=restore&version=${only?.id}`)).expect(403)
    ;(await reader.get(`/api/raw/v/d.txt?version=${only?.id}`)).expect(202)
  })
})
