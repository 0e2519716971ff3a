// Followed feeds as their person asks for them. No worker runs here, so nobody looks into them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FollowList, FollowRecord } from '../../backend/contract/follows.ts'
import { FOLLOW_LOOKS_MAX, FOLLOW_LOOKS_MINUTES, FOLLOWS_MAX } from '../../backend/contract/limits.ts'
import type { Client, Person } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'

const FEED = 'https://example.org/feed.xml'
const FOLLOWER: Partial<Person> = { perm: { importTorrents: true, importYouTube: true } }

let site: Site & { stop(): Promise<void> }
let me: Client
let other: Client
beforeAll(async () => {
  site = await useSite()
  me = await site.makePerson(FOLLOWER)
  other = await site.makePerson(FOLLOWER)
})
afterAll(() => site.stop())

const follow = async (client: Client, body: object = {}) =>
  (await client.post('/api/follows', { link: FEED, ...body })).expect(200).json<FollowRecord>()
const listOf = async (client: Client, query = '') =>
  (await client.get(`/api/follows${query}`)).expect(200).json<FollowList>().items
const remove = async (client: Client, { id }: FollowRecord) => (await client.delete(`/api/follows/${id}`)).expect(204)

describe('a followed feed', () => {
  it('waits for a worker, pauses, goes on, and is followed no longer', async () => {
    const feed = await follow(me, { kind: 'video', preset: 'mp3' })
    expect(feed).toMatchObject({
      username: me.username,
      link: FEED,
      title: null,
      kind: 'video',
      preset: 'mp3',
      target: '',
      state: 'waiting',
      error: null,
      lastLook: null,
      nextLook: null,
      started: 0,
    })
    const at = `/api/follows/${feed.id}`
    ;(await me.post(`${at}/pause`)).expect(204)
    expect((await listOf(me))[0]?.state).toBe('paused')
    expect((await me.post(`${at}/pause`)).status).toBe(409)
    ;(await me.post(`${at}/look`)).expect(204)
    ;(await me.post(`${at}/look`)).expect(204)
    expect((await listOf(me))[0]?.state).toBe('waiting')
    // It is no import, and no call of imports reaches it.
    expect((await me.get('/api/imports')).json<{ items: unknown[] }>().items).toEqual([])
    for (const call of [me.get(`/api/imports/${feed.id}`), me.delete(`/api/imports/${feed.id}`)])
      expect((await call).status).toBe(404)
    ;(await me.delete('/api/imports')).expect(204)
    await remove(me, feed)
    expect(await listOf(me)).toEqual([])
    expect((await me.delete(at)).status).toBe(404)
  })

  it('is looked into on demand, but not all the time', async () => {
    const feed = await follow(me)
    const look = () => me.post(`/api/follows/${feed.id}/look`)
    for (let looks = 0; looks < FOLLOW_LOOKS_MAX; looks += 1) (await look()).expect(204)
    const refused = await look()
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds > 0 && seconds <= FOLLOW_LOOKS_MINUTES * 60).toBe(true)
    // Another one can be looked into, and this one still be paused.
    const next = await follow(me, { link: `${FEED}?next` })
    ;(await me.post(`/api/follows/${next.id}/look`)).expect(204)
    ;(await me.post(`/api/follows/${feed.id}/pause`)).expect(204)
    for (const one of [feed, next]) await remove(me, one)
  })

  it('is nobody else’s, but administrators see and change all', async () => {
    const feed = await follow(me)
    expect(await listOf(other)).toEqual([])
    expect((await other.get('/api/follows?all=true')).status).toBe(403)
    for (const call of ['pause', 'look']) expect((await other.post(`/api/follows/${feed.id}/${call}`)).status).toBe(404)
    expect((await other.delete(`/api/follows/${feed.id}`)).status).toBe(404)
    const admin = await site.adminClient()
    expect((await listOf(admin)).map(({ id }) => id)).not.toContain(feed.id)
    expect((await listOf(admin, '?all=true')).map(({ id }) => id)).toContain(feed.id)
    await remove(admin, feed)
  })

  it('needs the permission for what it brings, and somebody who is signed in', async () => {
    expect((await site.client().post('/api/follows', { link: FEED })).status).toBe(401)
    expect((await site.client().get('/api/follows')).status).toBe(401)
    const torrents = await site.makePerson({ perm: { importTorrents: true, importYouTube: false } })
    expect((await torrents.post('/api/follows', { link: FEED, kind: 'video' })).status).toBe(403)
    await follow(torrents)
    for (const perm of [
      { importTorrents: false, importYouTube: false },
      { importTorrents: true, importYouTube: true, create: false },
    ]) {
      const nobody = await site.makePerson({ perm })
      expect((await nobody.post('/api/follows', { link: FEED })).status).toBe(403)
    }
  })

  it('is followed once', async () => {
    const feed = await follow(me)
    expect((await me.post('/api/follows', { link: ` ${FEED}#part` })).status).toBe(409)
    await remove(me, feed)
    await remove(me, await follow(me))
  })

  it('brings files to a folder that is there', async () => {
    ;(await me.post('/api/resources/here/')).expect(200)
    ;(await me.post('/api/resources/file.txt', 'x')).expect(200)
    const feed = await follow(me, { target: '/here' })
    expect(feed.target).toBe('/here')
    await remove(me, feed)
    for (const [target, status] of [
      ['/gone', 404],
      ['/file.txt', 409],
      ['/../x\0', 400],
    ] as const)
      expect((await me.post('/api/follows', { link: FEED, target })).status).toBe(status)
  })

  it('may be a folder of one’s own or of all, from which files can be moved', async () => {
    ;(await me.post('/api/resources/watch/')).expect(200)
    const watch = (link: string, client = me) => client.post('/api/follows', { link, kind: 'folder' })
    const feed = (await watch('/watch')).expect(200).json<FollowRecord>()
    expect(feed).toMatchObject({ link: '/watch', kind: 'folder', state: 'waiting' })
    for (const [link, status] of [
      ['/watch/', 409],
      ['/', 400],
      ['/Shared', 400],
      ['/gone', 404],
      ['/file.txt', 409],
      ['/../x\0', 400],
    ] as const)
      expect([link, (await watch(link)).status]).toEqual([link, status])
    // In the shared folder it is watched once for all, and what comes has to go where everybody can have it.
    const shared = `/Shared/watch-${feed.id}`
    ;(await me.post(`/api/resources${shared}/`)).expect(200)
    expect((await me.post('/api/follows', { link: shared, kind: 'folder', target: '/watch' })).status).toBe(400)
    const both = (await watch(shared)).expect(200).json<FollowRecord>()
    expect((await watch(shared, other)).status).toBe(409)
    await remove(me, both)
    const keeper = await site.makePerson({ perm: { importTorrents: true, rename: false } })
    ;(await keeper.post('/api/resources/watch/')).expect(200)
    expect((await watch('/watch', keeper)).status).toBe(403)
    await remove(me, feed)
  })

  it.each([
    {},
    { link: '' },
    { link: 'hello' },
    { link: 'file:///etc/passwd' },
    { link: 'magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567' },
    { link: 'https://user:secret@example.org/feed' },
    { link: FEED, kind: 'torrent' },
    { link: `${FEED}?${'x'.repeat(10_000)}` },
  ])('is refused: %j', async (body) => expect((await me.post('/api/follows', body)).status).toBe(400))

  it('is one of a limited number', async () => {
    const busy = await site.makePerson(FOLLOWER)
    for (let count = 0; count < FOLLOWS_MAX; count += 1) await follow(busy, { link: `${FEED}?${count}` })
    expect((await busy.post('/api/follows', { link: FEED })).status).toBe(409)
    for (const feed of await listOf(busy)) await remove(busy, feed)
  })
})
