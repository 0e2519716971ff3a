// Favourites, and recently opened or changed files, on two replicas.
import { describe, expect, it } from '@jest/globals'
import { FAVOURITES_MAX } from '../../backend/contract/limits.ts'
import type { ListedPlace, ListedPlaces } from '../../backend/contract/places.ts'
import { type Client, encodePath, type RequestOptions } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { soon, until } from '../helpers/until.ts'
import { filesOf } from './files-client.ts'
import { dir, given, me, site } from './own-folder.ts'

const listsOf = (client: Client) => {
  const list = async (url: string, options?: RequestOptions) =>
    (await client.get(url, options)).expect(200).json<ListedPlaces>().items
  return {
    favourites: (options?: RequestOptions) => list('/api/favourites', options),
    add: (path: string) => client.put(`/api/favourites${encodePath(path)}`),
    remove: (path: string) => client.delete(`/api/favourites${encodePath(path)}`),
    opened: (options?: RequestOptions) => list('/api/recent', options),
    open: (path: string, options?: RequestOptions) => client.put(`/api/recent${encodePath(path)}`, undefined, options),
    forget: (path: string) => client.delete(`/api/recent${encodePath(path)}`),
    changed: () => list('/api/recent?changed=true'),
  }
}
/** The places in the test's folder, each with whether it is gone. */
const shown = (places: readonly ListedPlace[]) =>
  places
    .filter(({ path }) => path.startsWith(dir))
    .map(({ path, item }) => `${path.slice(dir.length + 1)}${item === null ? ' (gone)' : ''}`)

describe('favourites', () => {
  it('are files and folders, the latest first, each once, on both replicas', async () => {
    const lists = listsOf(me.client)
    await given({ 'a.txt': 'A', 'b/': null })
    for (const path of ['a.txt', 'b', 'a.txt']) (await lists.add(`${dir}/${path}`)).expect(204)
    for (const replica of [0, 1]) expect(shown(await lists.favourites({ replica }))).toEqual(['b', 'a.txt'])
    const [folder, file] = await lists.favourites()
    expect(folder).toMatchObject({ isDir: true, item: { name: 'b', isDir: true } })
    expect(file).toMatchObject({ isDir: false, item: { name: 'a.txt', size: 1, type: 'text' } })
    ;(await lists.remove(`${dir}/a.txt`)).expect(204)
    expect(shown(await lists.favourites())).toEqual(['b'])
    expect(await me.read(`${dir}/a.txt`)).toBe('A')
  })

  it('follow renames and moves, stay when they are deleted, and come back with the trash', async () => {
    const lists = listsOf(me.client)
    await given({ 'old/one.txt': 'A' })
    for (const path of ['old', 'old/one.txt']) (await lists.add(`${dir}/${path}`)).expect(204)
    ;(await me.rename(`${dir}/old`, `${dir}/new`)).expect(200)
    ;(await me.rename(`${dir}/new/one.txt`, `${dir}/two.txt`)).expect(200)
    for (const replica of [0, 1]) expect(shown(await lists.favourites({ replica }))).toEqual(['two.txt', 'new'])
    const note = (await me.remove(`${dir}/two.txt`)).expect(204).headers['x-trash-note'] ?? ''
    expect(shown(await lists.favourites())).toEqual(['two.txt (gone)', 'new'])
    ;(await me.restore(note)).expect(200)
    expect(shown(await lists.favourites())).toEqual(['two.txt', 'new'])
    ;(await me.remove(`${dir}/two.txt`)).expect(204)
    ;(await lists.remove(`${dir}/two.txt`)).expect(204)
    expect(shown(await lists.favourites())).toEqual(['new'])
  })

  it('stay where they are deleted at the same moment as they are added', async () => {
    const lists = listsOf(me.client)
    for (let round = 0; round < 5; round++) {
      const name = `at once ${round}.txt`
      await given({ [name]: 'A' })
      const [added] = await Promise.all([lists.add(`${dir}/${name}`), me.remove(`${dir}/${name}`)])
      const isListed = shown(await lists.favourites()).includes(`${name} (gone)`)
      expect([added.status, isListed]).toEqual(added.status === 204 ? [204, true] : [404, false])
    }
  })

  it('are refused for missing items, for the root, for strangers, and above the limit', async () => {
    const person = await site.makePerson()
    const lists = listsOf(person)
    ;(await lists.add('/nothing.txt')).expect(404)
    ;(await lists.add('/')).expect(400)
    ;(await person.put('/api/favourites/a%00b')).expect(400)
    ;(await lists.remove('/nothing.txt')).expect(404)
    for (const path of ['/api/favourites', '/api/recent']) (await site.client().get(path)).expect(401)
    ;(await site.client().put('/api/favourites/a.txt')).expect(401)
    // Filling a list would take many calls, and the limit is a single comparison.
    expect(FAVOURITES_MAX).toBe(500)
  })

  it('reveal nothing that a rule denies by now', async () => {
    const person = await site.makePerson({ rules: [{ regex: false, allow: false, path: '/secret' }] })
    await filesOf(person).given({ 'open.txt': 'A' })
    const lists = listsOf(person)
    ;(await lists.add('/secret/a.txt')).expect(403)
    ;(await lists.open('/secret/a.txt')).expect(403)
    ;(await lists.add('/open.txt')).expect(204)
    expect((await lists.favourites()).map(({ path }) => path)).toEqual(['/open.txt'])
  })

  it("are each person’s own, and are sent to the person's pages on every replica", async () => {
    const [ann, bob] = [await site.makePerson(), await site.makePerson()]
    await filesOf(ann).given({ 'a.txt': 'A' })
    const pages = await Promise.all(
      [0, 1].flatMap((replica) => [ann, bob].map(({ token }) => LivePage.open(site.urls[replica] ?? '', token))),
    )
    const heard = (page: LivePage | undefined) =>
      page?.frames.some((frame) => frame.type === 'places' && frame.list === 'favourites') === true
    ;(await listsOf(ann).add('/a.txt')).expect(204)
    expect(await until(() => heard(pages[0]) && heard(pages[2]))).toBe(true)
    expect([heard(pages[1]), heard(pages[3])]).toEqual([false, false])
    expect(await listsOf(bob).favourites()).toEqual([])
    await Promise.all(pages.map((page) => page.close()))
  })
})

describe('recently opened places', () => {
  it('are listed with the latest first, each once, and removed one by one or all at once', async () => {
    const person = await site.makePerson()
    const lists = listsOf(person)
    await filesOf(person).given({ 'a.txt': 'A', 'b.txt': 'B' })
    for (const path of ['/a.txt', '/b.txt', '/a.txt']) (await lists.open(path, { replica: 0 })).expect(204)
    const paths = (replica: number) => async () => (await lists.opened({ replica })).map(({ path }) => path)
    expect(await paths(0)()).toEqual(['/a.txt', '/b.txt'])
    const other = await soon(paths(1), (found) => found[0] === '/a.txt' && found.length === 2)
    expect(other).toEqual(['/a.txt', '/b.txt'])
    ;(await filesOf(person).rename('/b.txt', '/c.txt')).expect(200)
    expect(await paths(0)()).toEqual(['/a.txt', '/c.txt'])
    ;(await lists.open('/nothing.txt')).expect(404)
    ;(await lists.forget('/nothing.txt')).expect(404)
    ;(await lists.forget('/a.txt')).expect(204)
    expect(await soon(paths(1), (found) => found.length === 1)).toEqual(['/c.txt'])
    ;(await person.delete('/api/recent')).expect(204)
    expect(await soon(paths(0), (found) => found.length === 0)).toEqual([])
  })
})

describe('a recently opened file', () => {
  it('that was opened again right before it was moved is listed once', async () => {
    const person = await site.makePerson()
    const lists = listsOf(person)
    await filesOf(person).given({ 'a.txt': 'A' })
    const paths = async (replica: number) => (await lists.opened({ replica })).map(({ path }) => path)
    ;(await lists.open('/a.txt', { replica: 0 })).expect(204)
    expect(
      await soon(
        () => paths(1),
        (found) => found.length === 1,
      ),
    ).toEqual(['/a.txt'])
    // This is written two seconds after the first time.
    ;(await lists.open('/a.txt', { replica: 0 })).expect(204)
    ;(await filesOf(person).rename('/a.txt', '/b.txt')).expect(200)
    expect(await paths(0)).toEqual(['/b.txt'])
  })
})

describe('recently changed files', () => {
  it('are the latest files that the person may see, whoever changed them', async () => {
    const person = await site.makePerson({ rules: [{ regex: false, allow: false, path: '/secret' }] })
    const [files, lists] = [filesOf(person), listsOf(person)]
    await files.given({ 'old.txt': 'A', 'sub/new.txt': 'B' })
    ;(await me.client.post(`/api/resources/Shared/${person.username}.txt`, 'C')).expect(200)
    const own = async () =>
      (await lists.changed())
        .map(({ path }) => path)
        .filter((path) => !path.startsWith('/Shared') || path.includes(person.username))
    expect(await soon(own, (found) => found.length === 3)).toEqual([
      `/Shared/${person.username}.txt`,
      '/sub/new.txt',
      '/old.txt',
    ])
    ;(await me.client.delete(`/api/resources/Shared/${person.username}.txt`)).expect(204)
  })
})
