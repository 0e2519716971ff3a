// Who owns a tree: Nido's reserved names, names that shorten alike, and homes that somebody left (P17, P18).
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Settings } from '../../backend/contract/settings.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { PASSWORD } from '../helpers/client.ts'
import { openS3 } from '../helpers/s3.ts'
import { admin, nido } from './own-nido.ts'

beforeAll(async () => {
  const settings = (await admin.get('/api/settings')).json<Settings>()
  ;(await admin.put('/api/settings', { ...settings, signup: true })).expect(200)
})

const create = (data: object) =>
  admin.post('/api/users', {
    what: 'user',
    which: [],
    data: { password: PASSWORD, perm: { create: true, delete: true, download: true }, ...data },
  })
const signUp = (username: string) => nido.client().post('/api/signup', { username, password: PASSWORD })
const users = async () => (await admin.get('/api/users')).json<UserRecord[]>()
const remove = async (username: string) => {
  const found = (await users()).find((user) => user.username === username)
  ;(await admin.delete(`/api/users/${found?.id}`)).expect(200)
}

describe("Nido's reserved names", () => {
  it.each(['home', 'shared', 'system', 'Home', 'SHARED', 'System'])('%s gets a separate tree', async (name) => {
    const s3 = openS3(nido.servers)
    ;(await admin.post('/api/resources/of-the-admin.txt?override=true', 'x')).expect(200)
    const before = await s3.buckets(nido.bucketPrefix)
    ;(await (name === name.toLowerCase() ? signUp(name) : create({ username: name }))).expect(200, 201)
    const client = await nido.client().signIn(name, PASSWORD)
    ;(await client.post('/api/resources/mine.txt', name)).expect(200)
    expect((await client.get('/api/resources/of-the-admin.txt')).status).toBe(404)
    for (const own of ['home', 'shared', 'system']
      .map((word) => nido.bucketPrefix + word)
      .filter((bucket) => before.includes(bucket))) {
      expect((await s3.list(own)).map(({ key }) => key)).not.toContain('mine.txt')
    }
    expect((await s3.buckets(nido.bucketPrefix)).filter((bucket) => !before.includes(bucket))).toHaveLength(1)
    s3.close()
  })

  it('are safe as a scope that an administrator gives, too', async () => {
    ;(await create({ username: 'keeper', scope: '/system' })).expect(201)
    const client = await nido.client().signIn('keeper', PASSWORD)
    const s3 = openS3(nido.servers)
    ;(await client.post('/api/resources/kept.txt', 'x')).expect(200)
    expect((await s3.list(`${nido.bucketPrefix}system`)).map(({ key }) => key)).not.toContain('kept.txt')
    s3.close()
  })
})

describe('names that shorten alike', () => {
  it("M07: and odd ones never lead to the root, or to somebody else's home", async () => {
    const names = ['bob', 'a/../bob', 'Bob', 'b..ob', 'a.', './bob', 'bob/']
    const statuses: number[] = []
    for (const name of names) statuses.push((await signUp(name)).status)
    // A name that shortens to exactly the same is refused.
    expect(statuses).toEqual([200, 200, 200, 409, 200, 200, 200])
    const scopes = (await users()).filter(({ username }) => names.includes(username)).map(({ scope }) => scope)
    expect(scopes.toSorted()).toEqual(['/.-bob', '/Bob', '/a-bob', '/a.', '/bob', '/bob-'])
    for (const bad of [' bob', 'bob ', 'a\nb', '..', '/', '-', 'x'.repeat(300), '🙂', ''])
      expect((await signUp(bad)).status).toBe(400)
  })

  it('have separate trees', async () => {
    const long = `x${randomBytes(40).toString('hex')}`
    for (const [index, name] of [`${long}1`, `${long}2`, 'Ann.B', 'ann.b', 'Ann_b', 'ann-b'].entries()) {
      ;(await signUp(name)).expect(200)
      const client = await nido.client().signIn(name, PASSWORD)
      expect(
        (await client.get('/api/resources/'))
          .json<{ items: { name: string }[] }>()
          .items.filter(({ name: found }) => found !== 'Shared'),
      ).toEqual([])
      ;(await client.post(`/api/resources/${index}.txt`, name)).expect(200)
    }
  })
})

describe('a home that somebody left', () => {
  it('belongs to nobody until an administrator names it', async () => {
    ;(await signUp('ann')).expect(200)
    const ann = await nido.client().signIn('ann', PASSWORD)
    ;(await ann.post('/api/resources/diary.txt', 'hers')).expect(200)
    await remove('ann')
    expect((await signUp('ann')).status).toBe(409)
    expect((await create({ username: 'ann' })).status).toBe(409)
    ;(await create({ username: 'heir', scope: '/ann' })).expect(201)
    expect((await (await nido.client().signIn('heir', PASSWORD)).get('/api/raw/diary.txt')).text).toBe('hers')
  })

  it('stays reserved when only old versions lie in it', async () => {
    ;(await signUp('bea')).expect(200)
    const bea = await nido.client().signIn('bea', PASSWORD)
    ;(await bea.post('/api/resources/diary.txt', 'hers')).expect(200)
    ;(await bea.delete('/api/resources/diary.txt')).expect(204)
    await remove('bea')
    expect((await signUp('bea')).status).toBe(409)
  })

  it('is free again if nothing was ever in it', async () => {
    ;(await signUp('cleo')).expect(200)
    await remove('cleo')
    expect((await signUp('cleo')).status).toBe(200)
  })

  it('can be requested on both replicas at once: one request gets it', async () => {
    const answers = await Promise.all(
      ['dora x', 'dora-x', 'dora  x'].map((username, replica) =>
        nido.client().post('/api/signup', { username, password: PASSWORD }, { replica: replica % 2 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it("is not given away when it is, or contains, another person's scope", async () => {
    ;(await create({ username: 'first', scope: '/eve' })).expect(201)
    ;(await create({ username: 'second', scope: '/fay/inner' })).expect(201)
    expect([(await signUp('eve')).status, (await signUp('fay')).status]).toEqual([409, 409])
  })
})
