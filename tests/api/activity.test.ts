// What people did with files, as each of them may see it.
import { describe, expect, it } from '@jest/globals'
import type { Activity, ActivityEntry } from '../../backend/contract/activity.ts'
import type { Client } from '../helpers/client.ts'
import { soon } from '../helpers/until.ts'
import { filesOf } from './files-client.ts'
import { dir, given, me, site } from './own-folder.ts'

const activityOf = async (client: Client, query = '') =>
  (await client.get(`/api/activity${query}`)).expect(200).json<Activity>()

/** The entries in a folder and below it, the newest first, once there are so many. */
const entriesIn = (client: Client, folder: string, count: number, query = ''): Promise<ActivityEntry[]> =>
  soon(
    async () => (await activityOf(client, query)).items.filter((entry) => `${entry.folder}/`.startsWith(`${folder}/`)),
    (found) => found.length >= count,
  )
const brief = ({ kind, folder, names, count, from }: ActivityEntry) =>
  [kind, folder.slice(dir.length), names.toSorted().join(), count, from].filter((part) => part !== null && part !== '')

describe('the activity', () => {
  it('has what a person did with files, newest first', async () => {
    await given({ 'a.txt': 'A', 'b.txt': 'B' })
    ;(await me.save(`${dir}/a.txt`, 'again')).expect(200)
    ;(await me.rename(`${dir}/a.txt`, `${dir}/c.txt`)).expect(200)
    ;(await me.copy(`${dir}/b.txt`, `${dir}/copies/b.txt`)).expect(200)
    ;(await me.rename(`${dir}/copies/b.txt`, `${dir}/b2/b.txt`)).expect(200)
    ;(await me.save(`${dir}/b2/b.txt`, 'newer')).expect(200)
    const note = (await me.remove(`${dir}/c.txt`)).expect(204).headers['x-trash-note'] ?? ''
    ;(await me.restore(note)).expect(200)
    const found = await entriesIn(me.client, dir, 7)
    expect(found.map(brief)).toEqual([
      ['restored', 'c.txt', 1],
      ['deleted', 'c.txt', 1],
      ['changed', '/b2', 'b.txt', 1],
      ['moved', '/b2', 'b.txt', 1, `${dir}/copies/b.txt`],
      ['copied', '/copies', 'b.txt', 1, `${dir}/b.txt`],
      ['renamed', 'c.txt', 1, `${dir}/a.txt`],
      ['added', 'a.txt,b.txt', 2],
    ])
    expect(new Set(found.map(({ who }) => who))).toEqual(new Set([me.client.username]))
  })

  it('has uploads in chunks, and does not have what was refused', async () => {
    ;(await me.tusBegin(`${dir}/film.mkv`, 4)).expect(201)
    ;(await me.tusPatch(`${dir}/film.mkv`, 0, 'film')).expect(204)
    ;(await me.upload(`${dir}/film.mkv`, 'other')).expect(409)
    ;(await me.rename(`${dir}/none.mkv`, `${dir}/any.mkv`)).expect(404)
    expect((await entriesIn(me.client, dir, 1)).map(brief)).toEqual([['added', 'film.mkv', 1]])
  })

  it('shows others what happens in the shared folder, and nothing of what is one’s own', async () => {
    const other = await site.makePerson()
    await me.upload(`/Shared${dir}/notes.txt`, 'A')
    await me.upload(`${dir}/mine.txt`, 'A')
    ;(await me.rename(`/Shared${dir}/notes.txt`, `${dir}/notes.txt`)).expect(200)
    expect((await entriesIn(me.client, dir, 2)).map(brief)).toEqual([
      ['moved', 'notes.txt', 1, `/Shared${dir}/notes.txt`],
      ['added', 'mine.txt', 1],
    ])
    const seen = await entriesIn(other, `/Shared${dir}`, 2)
    expect(seen.map(({ kind, names, who, from }) => [kind, names, who, from])).toEqual([
      ['movedAway', ['notes.txt'], me.client.username, null],
      ['added', ['notes.txt'], me.client.username, null],
    ])
    // Each replica writes down what it has done within two seconds.
    const all = await soon(
      () => activityOf(other),
      ({ people }) => people.includes(me.client.username),
    )
    expect(JSON.stringify(all)).not.toContain('mine.txt')
    expect(all.people).toContain(me.client.username)
  })

  it('tells nobody a name that a rule hides, also from before there was the rule', async () => {
    const other = await site.makePerson()
    const hidden = `/Shared${dir}/hidden`
    await me.upload(`${hidden}/whisper.txt`, 'A')
    expect(await entriesIn(other, hidden, 1)).toHaveLength(1)
    const admin = await site.adminClient()
    const rules = [{ regex: false, allow: false, path: hidden }]
    ;(
      await admin.put(`/api/users/${other.id}`, { what: 'user', which: ['rules'], data: { id: other.id, rules } })
    ).expect(200)
    expect(JSON.stringify(await activityOf(other))).not.toContain(dir)
  })

  it('is filtered by place, person and kind', async () => {
    await me.upload(`/Shared${dir}/a.txt`, 'A')
    await me.upload(`${dir}/b.txt`, 'A')
    ;(await me.remove(`${dir}/b.txt`)).expect(204)
    const kindsOf = async (query: string, count: number) => {
      const own = ({ items }: Activity) => items.filter(({ folder }) => folder.endsWith(dir)).map(({ kind }) => kind)
      return soon(
        async () => own(await activityOf(me.client, query)),
        (kinds) => kinds.length === count,
      )
    }
    expect(await kindsOf('?where=own', 2)).toEqual(['deleted', 'added'])
    expect(await kindsOf('?where=shared', 1)).toEqual(['added'])
    expect(await kindsOf(`?kind=deleted&who=${me.client.username}`, 1)).toEqual(['deleted'])
    expect(await kindsOf('?who=nobody', 0)).toEqual([])
    for (const query of ['?where=all', '?kind=opened', '?cursor=x'])
      (await me.client.get(`/api/activity${query}`)).expect(400)
    ;(await site.client().get('/api/activity')).expect(401)
  })

  it('is forgotten with the files of a deleted person', async () => {
    const scope = `/family${dir.slice(1)}/kid`
    const kid = await site.makePerson({ scope })
    await filesOf(kid).upload('/diary.txt', 'A')
    expect(await entriesIn(kid, '', 1)).not.toEqual([])
    const admin = await site.adminClient()
    ;(await admin.delete(`/api/users/${kid.id}?files=remove`)).expect(200)
    const next = await soon(
      () => site.makePerson({ scope }).catch(() => null),
      (made) => made !== null,
    )
    expect(next && (await activityOf(next, '?where=own')).items).toEqual([])
  })
})
