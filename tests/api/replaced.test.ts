// Replaced files are listed in the trash, one note for each action, and can be restored to the top.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { Trash, TrashNote } from '../../backend/contract/trash.ts'
import { sleep } from '../../backend/src/lib/sleep.ts'
import { below, placeOfScope } from '../../backend/src/storage/paths.ts'
import { useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

let site: Awaited<ReturnType<typeof useSite>>
let s3: PlainS3
beforeAll(async () => {
  site = await useSite()
  s3 = openS3(site.servers)
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

const newPerson = async (overrides = {}) => filesOf(await site.makePerson(overrides))
const newAction = () => ({ headers: { 'X-Action': randomBytes(8).toString('hex') } })
/** The trash notes about what somebody did themselves. */
const notes = async ({ client }: PersonsFiles): Promise<TrashNote[]> =>
  (await client.get('/api/trash'))
    .expect(200)
    .json<Trash>()
    .items.filter(({ who }) => who === client.username)
const only = async (me: PersonsFiles): Promise<TrashNote> => {
  const [note, ...others] = await notes(me)
  if (!note || others.length > 0) throw new Error(`one note was expected, not ${others.length + (note ? 1 : 0)}`)
  return note
}
const until = async <T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> => {
  const seen = await soon(look, isSo)
  expect(isSo(seen)).toBe(true)
  return seen
}
const restore = (me: PersonsFiles, { id }: TrashNote, body = {}) => me.client.post(`/api/trash/${id}/restore`, body)
const versions = async (me: PersonsFiles, path: string) =>
  (await me.client.get(`/api/versions${path}`)).expect(200).json<{ items: object[] }>().items.length

describe('a file that is replaced', () => {
  it.each([
    ['by an upload', (me: PersonsFiles) => me.upload('/d/a.txt', 'new', { override: 'true' })],
    ['by saving it', (me: PersonsFiles) => me.save('/d/a.txt', 'new')],
    [
      'by an upload in chunks',
      async (me: PersonsFiles) => {
        ;(await me.tusBegin('/d/a.txt', 3, { override: 'true' })).expect(201)
        ;(await me.tusPatch('/d/a.txt', 0, 'n')).expect(204)
        return me.tusPatch('/d/a.txt', 1, 'ew')
      },
    ],
    [
      'by a copy',
      async (me: PersonsFiles) => {
        ;(await me.upload('/b.txt', 'new')).expect(200)
        return me.copy('/b.txt', '/d/a.txt', { override: 'true' })
      },
    ],
    [
      'by a move',
      async (me: PersonsFiles) => {
        ;(await me.upload('/b.txt', 'new')).expect(200)
        return me.rename('/b.txt', '/d/a.txt', { override: 'true' })
      },
    ],
  ])('%s is one note, and its version can be restored to the top', async (_, replace) => {
    const me = await newPerson()
    ;(await me.upload('/d/a.txt', 'older')).expect(200)
    ;(await replace(me)).expect(200, 204)
    const note = await only(me)
    expect(note).toMatchObject({
      kind: 'replace',
      path: '/d/a.txt',
      isDir: false,
      things: 1,
      names: ['a.txt'],
      count: 1,
      bytes: 5,
      pending: false,
    })
    expect((await me.client.get(`/api/trash/${note.id}`)).expect(200).json()).toMatchObject({
      name: 'a.txt',
      isDir: false,
      size: 5,
    })
    ;(await restore(me, note)).expect(200)
    expect(await me.read('/d/a.txt')).toBe('older')
    // What had replaced it can be restored in turn.
    const next = await only(me)
    expect(next).toMatchObject({ kind: 'replace', path: '/d/a.txt', bytes: 3 })
    ;(await restore(me, next)).expect(200)
    expect(await me.read('/d/a.txt')).toBe('new')
  })

  it('by an older version of itself can be restored, too', async () => {
    const me = await newPerson()
    ;(await me.upload('/a.txt', 'one')).expect(200)
    ;(await me.upload('/a.txt', 'two', { override: 'true' }, newAction())).expect(200)
    const { items } = (await me.client.get('/api/versions/a.txt')).json<{ items: { id: string }[] }>()
    ;(
      await me.client.patch(`/api/resources/a.txt?action=restore&version=${items[1]?.id}`, undefined, newAction())
    ).expect(200)
    const [newest] = await notes(me)
    expect(newest).toMatchObject({ kind: 'replace', bytes: 3 })
    ;(await restore(me, newest as TrashNote)).expect(200)
    expect(await me.read('/a.txt')).toBe('two')
  })

  it('and was moved, and then displaced, takes its note along', async () => {
    const me = await newPerson()
    await me.given({ 'm/a.txt': 'one' })
    ;(await me.upload('/m/a.txt', 'two', { override: 'true' }, newAction())).expect(200)
    ;(await me.rename('/m', '/n')).expect(200)
    ;(await me.remove('/n')).expect(204)
    ;(await me.upload('/n', 'a file')).expect(200)
    const { bucket, path } = below(placeOfScope(site.bucketPrefix, me.client.scope), 'n/a.txt')
    const aside = async () => (await s3.list(`${site.bucketPrefix}system`, `history/${bucket}/${path}/`)).length
    expect(await aside()).toBe(2)
    const isMoved = (note: TrashNote | undefined) => note?.path === '/n/a.txt'
    const note = await until(async () => (await notes(me)).find(({ kind }) => kind === 'replace'), isMoved)
    ;(await me.client.delete(`/api/trash/${note?.id}`)).expect(204)
    expect(await aside()).toBe(1)
  })

  it.each([
    ['comes back into another folder', { to: '/other' }, '/other/a.txt'],
    ['comes back to its place', {}, '/y/a.txt'],
  ])('and was moved, and then displaced, %s', async (_, wish, back) => {
    const me = await newPerson()
    await me.given({ 'x/a.txt': 'one', 'other/b.txt': 'b' })
    ;(await me.upload('/x/a.txt', 'two', { override: 'true' }, newAction())).expect(200)
    ;(await me.rename('/x', '/y')).expect(200)
    ;(await me.remove('/y')).expect(204)
    // A file hides everything that was below its name.
    ;(await me.upload('/y', 'a file')).expect(200)
    const note = (await until(
      async () => (await notes(me)).find(({ kind }) => kind === 'replace'),
      (found) => found?.path === '/y/a.txt',
    )) as TrashNote
    if (!('to' in wish)) (await me.remove('/y')).expect(204)
    ;(await restore(me, note, wish)).expect(200)
    expect(await me.read(back)).toBe('one')
  })

  it('and purged while its note still grows leaves no empty note', async () => {
    const me = await newPerson()
    const [paths, action] = [['/a.txt', '/b.txt', '/c.txt', '/d.txt'], newAction()]
    for (const path of paths) (await me.upload(path, 'one')).expect(200)
    for (const path of paths) (await me.upload(path, 'two', { override: 'true' }, action)).expect(200)
    ;(await me.client.delete(`/api/trash/${(await only(me)).id}`)).expect(204)
    // The size of a note is written down once a second.
    await sleep(1_500)
    expect(await notes(me)).toEqual([])
  })

  it('and changed again since then is a conflict, unless that change may be replaced', async () => {
    const me = await newPerson()
    ;(await me.upload('/a.txt', 'one')).expect(200)
    ;(await me.upload('/a.txt', 'two', { override: 'true' }, newAction())).expect(200)
    const note = await only(me)
    ;(await me.upload('/a.txt', 'three', { override: 'true' }, newAction())).expect(200)
    ;(await restore(me, note)).expect(409)
    expect(await me.read('/a.txt')).toBe('three')
    ;(await restore(me, note, { conflict: 'override' })).expect(200)
    expect(await me.read('/a.txt')).toBe('one')
    expect((await notes(me)).map(({ bytes }) => bytes)).toEqual([5, 3])
  })

  it('and deleted since then is restored', async () => {
    const me = await newPerson()
    ;(await me.upload('/a.txt', 'one')).expect(200)
    ;(await me.upload('/a.txt', 'two', { override: 'true' })).expect(200)
    const note = await only(me)
    ;(await me.remove('/a.txt')).expect(204)
    ;(await restore(me, note)).expect(200)
    expect(await me.read('/a.txt')).toBe('one')
  })

  it('and whose place a folder has now is a conflict, and can be restored elsewhere', async () => {
    const me = await newPerson()
    ;(await me.upload('/a', 'one')).expect(200)
    ;(await me.upload('/a', 'two', { override: 'true' })).expect(200)
    const note = await only(me)
    ;(await me.remove('/a')).expect(204)
    ;(await me.mkdir('/a')).expect(200)
    ;(await restore(me, note, { conflict: 'override' })).expect(409)
    ;(await restore(me, note, { to: '/found' })).expect(200)
    expect(await me.read('/found/a')).toBe('one')
  })

  it('and renamed since then, or moved with its folder, is restored under its new name', async () => {
    const me = await newPerson()
    ;(await me.upload('/d/a.txt', 'one')).expect(200)
    ;(await me.upload('/d/a.txt', 'two', { override: 'true' })).expect(200)
    ;(await me.rename('/d/a.txt', '/d/b.txt')).expect(200)
    ;(await me.rename('/d', '/e/f')).expect(200)
    const note = await until(
      () => only(me),
      ({ path }) => path === '/e/f/b.txt',
    )
    ;(await restore(me, note)).expect(200)
    expect([await me.read('/e/f/b.txt'), await me.names('/e/f')]).toEqual(['one', ['b.txt']])
  })

  it('can be purged, and the file stays as it is', async () => {
    const me = await newPerson()
    ;(await me.upload('/a.txt', 'one')).expect(200)
    ;(await me.upload('/a.txt', 'two', { override: 'true' })).expect(200)
    const note = await only(me)
    ;(await me.client.delete(`/api/trash/${note.id}`)).expect(204)
    expect([await me.read('/a.txt'), await versions(me, '/a.txt'), await notes(me)]).toEqual(['two', 1, []])
    ;(await restore(me, note)).expect(404)
  })

  it('is restored only for people who may modify', async () => {
    const me = await newPerson()
    ;(await me.upload('/a.txt', 'one')).expect(200)
    ;(await me.upload('/a.txt', 'two', { override: 'true' })).expect(200)
    const note = await only(me)
    const reader = filesOf(await site.makePerson({ scope: me.client.scope, perm: { modify: false } }))
    ;(await restore(reader, note)).expect(403)
    ;(await restore(reader, note, { to: '/own' })).expect(200)
    expect([await me.read('/a.txt'), await me.read('/own/a.txt')]).toEqual(['two', 'one'])
  })
})

describe('several files that are replaced', () => {
  it('in one action are one note, however many there are and whichever replica received them', async () => {
    const me = await newPerson()
    const paths = Array.from({ length: 12 }, (_, i) => `/box/${i % 2 ? 'sub/' : ''}f${i}.txt`)
    for (const path of paths) (await me.upload(path, 'older')).expect(200)
    const action = newAction()
    await Promise.all(
      paths.map(async (path) => (await me.upload(path, 'new', { override: 'true' }, action)).expect(200)),
    )
    const note = await until(
      () => only(me),
      ({ count }) => count === paths.length,
    )
    expect(note).toMatchObject({ kind: 'replace', path: '/box', isDir: true, things: 12, count: 12, bytes: 60 })
    expect(note.names).toHaveLength(5)
    const inside = (await me.client.get(`/api/trash/${note.id}`)).expect(200).json<FolderResource>()
    expect([inside.numDirs, inside.numFiles]).toEqual([1, 6])
    ;(await restore(me, note, { paths: ['sub/f1.txt', 'f0.txt'] })).expect(200)
    expect([await me.read('/box/f0.txt'), await me.read('/box/sub/f1.txt'), await me.read('/box/f2.txt')]).toEqual([
      'older',
      'older',
      'new',
    ])
    const rest = await until(
      () => notes(me),
      (all) => all.some(({ count }) => count === 10),
    )
    const left = rest.find(({ count }) => count === 10) as TrashNote
    ;(await restore(me, left, { to: '/else' })).expect(200)
    expect([await me.names('/else'), await me.read('/else/sub/f3.txt'), await me.read('/box/f2.txt')]).toEqual([
      [
        'sub',
        ...paths.filter((path) => !path.includes('sub') && !path.endsWith('f0.txt')).map((path) => path.slice(5)),
      ],
      'older',
      'new',
    ])
    ;(await restore(me, left)).expect(200)
    expect(await me.read('/box/f2.txt')).toBe('older')
  })

  it('by a merge are one note, and by a cancelled merge none', async () => {
    const me = await newPerson()
    await me.given({
      'from/a.txt': 'new a',
      'from/b.txt': 'new b',
      'from/c.txt': 'new c',
      'to/a.txt': 'a',
      'to/b.txt': 'b',
      'to/kept.txt': 'kept',
    })
    ;(await me.rename('/from', '/to', { override: 'true' })).expect(200)
    const note = await only(me)
    expect(note).toMatchObject({ kind: 'replace', path: '/to', things: 2, count: 2, bytes: 2 })
    ;(await restore(me, note)).expect(200)
    expect([await me.read('/to/a.txt'), await me.read('/to/c.txt'), await me.read('/to/kept.txt')]).toEqual([
      'a',
      'new c',
      'kept',
    ])
    expect(await only(me)).toMatchObject({ count: 2, bytes: 10 })

    const other = await newPerson()
    const tree = (folder: string, text: string) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${folder}/f${i}`, text]))
    await other.given({ ...tree('from', 'new'), ...tree('to', 'old') })
    const begun = (
      await other.copy('/from', '/to', { override: 'true' }, { headers: { Prefer: 'respond-async' } })
    ).expect(202)
    const cancelled = await other.client.delete(
      new URL(begun.headers.location ?? '', 'http://n').pathname.replace(/^.*(?=\/api\/)/, ''),
    )
    const end = cancelled.status === 204 ? 'old, 0 notes' : 'new, 1 notes'
    expect(
      await until(
        async () => `${await other.read('/to/f39')}, ${(await notes(other)).length} notes`,
        (seen) => seen === end,
      ),
    ).toBe(end)
  })
})

describe('several deletes', () => {
  it('in one action are one entry: viewed, restored in part and in full, purged', async () => {
    const me = await newPerson()
    await me.given({ 'x/a.txt': 'a', 'x/b.txt': 'bb', 'x/dir/c.txt': 'ccc', 'x/dir/d.txt': 'd', 'x/stays.txt': '' })
    const action = newAction()
    for (const path of ['/x/a.txt', '/x/b.txt', '/x/dir'])
      (await me.client.delete(`/api/resources${path}`, action)).expect(204)
    const note = await until(
      () => only(me),
      ({ pending }) => !pending,
    )
    expect(note).toMatchObject({ kind: 'delete', path: '/x', isDir: true, things: 3, count: 4, bytes: 7 })
    expect([...note.names].sort()).toEqual(['a.txt', 'b.txt', 'dir'])
    const look = async (below = '') =>
      (await me.client.get(`/api/trash/${note.id}${below}`))
        .expect(200)
        .json<FolderResource>()
        .items.map(({ name, size }) => `${name} ${size}`)
    expect([await look(), await look('/dir')]).toEqual([
      ['dir 4', 'a.txt 1', 'b.txt 2'],
      ['c.txt 3', 'd.txt 1'],
    ])
    ;(await restore(me, note, { paths: ['dir/c.txt', 'a.txt'] })).expect(200)
    expect(await me.names('/x')).toEqual(['dir', 'a.txt', 'stays.txt'])
    expect(await only(me)).toMatchObject({ id: note.id, things: 2, count: 2, bytes: 3 })
    ;(await restore(me, note, { paths: ['none'] })).expect(404)
    ;(await restore(me, note)).expect(200)
    expect([await me.names('/x'), await me.names('/x/dir'), await notes(me)]).toEqual([
      ['dir', 'a.txt', 'b.txt', 'stays.txt'],
      ['c.txt', 'd.txt'],
      [],
    ])
    ;(await restore(me, note)).expect(404)

    const again = newAction()
    for (const path of ['/x/a.txt', '/x/dir']) (await me.client.delete(`/api/resources${path}`, again)).expect(204)
    const second = await until(
      () => only(me),
      ({ pending }) => !pending,
    )
    ;(await me.client.delete(`/api/trash/${second.id}`)).expect(204)
    expect(await notes(me)).toEqual([])
    ;(await me.client.delete(`/api/trash/${second.id}`)).expect(404)
  })

  it('and a replaced file in one action are restored where nothing else is; the answer says what is left', async () => {
    const me = await newPerson()
    await me.given({ 'x/a.txt': 'old a', 'x/b.txt': 'old b', 'x/c.txt': 'old c' })
    const action = newAction()
    ;(await me.client.delete('/api/resources/x/a.txt', action)).expect(204)
    ;(await me.upload('/x/b.txt', 'new b', { override: 'true' }, action)).expect(200)
    // A note has at most one delete of each name.
    for (const again of [true, false]) {
      ;(await me.client.delete('/api/resources/x/c.txt', action)).expect(204)
      if (again) (await me.upload('/x/c.txt', 'newer c', {}, action)).expect(200)
    }
    const note = await until(
      () => only(me),
      ({ pending }) => !pending,
    )
    ;(await me.upload('/x/a.txt', 'another a')).expect(200)
    const answer = await me.client.post(`/api/trash/${note.id}/restore`, {}, { headers: { Prefer: 'respond-async' } })
    expect([answer.status, answer.json()]).toEqual([200, { left: 2 }])
    expect([await me.read('/x/a.txt'), await me.read('/x/b.txt'), await me.read('/x/c.txt')]).toEqual([
      'another a',
      'old b',
      'newer c',
    ])
    ;(await restore(me, note)).expect(409)
    const left = (await notes(me)).filter(({ kind }) => kind === 'delete')
    expect(left).toMatchObject([{ count: 2 }])
  })

  it("of another person, or without an action's name, stay separate", async () => {
    const me = await newPerson()
    await me.given({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
    for (const name of ['a', 'b']) (await me.remove(`/${name}.txt`)).expect(204)
    ;(
      await me.client.delete('/api/resources/c.txt', { headers: { 'X-Action': 'no such name: it has blanks' } })
    ).expect(204)
    expect((await notes(me)).map(({ things }) => things)).toEqual([1, 1, 1])
    const bob = await newPerson()
    const [action, name] = [newAction(), randomBytes(5).toString('hex')]
    for (const who of [me, bob]) {
      ;(await who.upload(`/Shared/${name}/${who.client.username}.txt`, 'x')).expect(200)
      ;(await who.client.delete(`/api/resources/Shared/${name}/${who.client.username}.txt`, action)).expect(204)
    }
    expect((await notes(me))[0]).toMatchObject({ things: 1, path: `/Shared/${name}/${me.client.username}.txt` })
    expect((await notes(bob))[0]).toMatchObject({ things: 1 })
  })
})
