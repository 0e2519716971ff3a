// Attacks on links, by the ids of the attack cases (group S, and the rows of P, H and X about links), over two
// replicas. For guesses see share-guesses.test.ts.
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { encodePath } from '../helpers/client.ts'
import { useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'
import { expectSoon, guestOf, linksOf, namesIn } from './links-client.ts'

const CANARY = 'CANARY-of-alice'

let site: Awaited<ReturnType<typeof useSite>>
let s3: PlainS3
let alice: PersonsFiles
let links: ReturnType<typeof linksOf>
let guest: ReturnType<typeof guestOf>
beforeAll(async () => {
  site = await useSite()
  s3 = openS3(site.servers)
  alice = filesOf(await site.makePerson())
  links = linksOf(alice.client)
  guest = guestOf(site.client())
  await alice.given({
    'docs/shared/in.txt': 'inside',
    'docs/shared/sub/deep.txt': 'deep',
    'docs/sibling/x.txt': CANARY,
    'secret.txt': CANARY,
  })
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

const stateOf = async () =>
  JSON.stringify([
    (await s3.versions(bucketOf(site.bucketPrefix, alice)))
      .map(({ key, versionId }) => `${key} ${versionId}`)
      .toSorted(),
    await links.all(),
  ])

/** Sends a path by hand, because HTTP clients would normalise it. */
function sendRaw(method: string, path: string): Promise<string> {
  const url = new URL(site.urls[0] ?? '')
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: url.hostname, port: Number(url.port) })
    let answer = ''
    socket
      .on('data', (chunk) => {
        answer += chunk.toString('latin1')
      })
      .on('end', () => resolve(answer))
      .on('error', reject)
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  })
}

describe('escaping from a shared folder', () => {
  const suffixes = [
    '/../sibling/x.txt',
    '/%2e%2e/',
    '/%2e%2e/sibling/x.txt',
    '//..//',
    '/..%2fsibling%2fx.txt',
    '/sub/../../sibling/x.txt',
    '/%252e%252e/sibling/x.txt',
    '/....//sibling/x.txt',
    '/..%5csibling',
    '/%',
    '/%ff',
  ]

  it('S01, P01: is impossible in any spelling', async () => {
    const { hash } = await links.make('/docs/shared')
    for (const call of [`/api/public/share/${hash}`, `/api/public/dl/${hash}`, `/api/public/preview/thumb/${hash}`]) {
      for (const suffix of suffixes) {
        const answer = await sendRaw('GET', call + suffix)
        expect(`${suffix}: ${answer.slice(0, 12)}`).toMatch(/HTTP\/1\.1 404/)
        expect(answer).not.toMatch(/CANARY|sibling|docs/)
      }
    }
    // If the slash after the hash is encoded too, nothing is decoded twice.
    for (const suffix of [
      '%2F..%2Fsibling%2Fx.txt',
      '%2f%2e%2e%2fsibling%2fx.txt',
      '%252Fin.txt',
      '%2F%252e%252e%252Fsibling',
      '%2Fsub%252F..%252F..%252Fsibling',
      '%2F..%5Csibling',
      '%2F%00',
      '%2F%ff',
    ]) {
      for (const call of ['/api/public/share/', '/api/public/dl/', '/api/public/preview/thumb/']) {
        const answer = await sendRaw('GET', `${call}${hash}${suffix}`)
        expect([suffix, answer.slice(0, 12)]).toEqual([suffix, 'HTTP/1.1 404'])
        expect(answer).not.toMatch(/CANARY|docs/)
      }
    }
    // A path that stays inside works.
    expect(await sendRaw('GET', `/api/public/dl/${hash}/sub/../in.txt`)).toMatch(/HTTP\/1\.1 200[^]*inside$/)
  })

  it('S01, P06: is impossible through a selection', async () => {
    const { hash } = await links.make('/docs/shared')
    for (const files of [
      '../sibling/x.txt',
      '/../sibling/x.txt,/in.txt',
      '%2e%2e/sibling',
      '/docs/sibling/x.txt,in.txt',
    ]) {
      const answer = (await guest.download(hash, `/?algo=tar&files=${encodeURIComponent(files)}`)).expect(200, 400, 404)
      const names = answer.status === 200 ? Object.keys(unpackWithTools(answer.body, 'tar')['tar'] ?? {}) : []
      expect([names.filter((name) => name !== 'in.txt'), answer.text.includes(CANARY)]).toEqual([[], false])
    }
  })

  it('P01: is impossible when sharing: nobody can share what lies outside their scope', async () => {
    const bob = linksOf(await site.makePerson())
    const name = alice.client.scope.slice(1)
    for (const suffix of [
      `/../${name}/secret.txt`,
      `/..%2f${name}%2fsecret.txt`,
      `/%2e%2e/${name}/secret.txt`,
      `/x/../../${name}/secret.txt`,
      `//${name}/secret.txt`,
    ]) {
      for (const answer of [
        await alice.client.signedOut().post(`/api/share${suffix}`, {}),
        await (await site.makePerson()).post(`/api/share${suffix}`, {}),
      ])
        answer.expect(400, 401, 404)
    }
    expect(await bob.all()).toEqual([])
  })

  it('S22: reveals nothing that a rule denies the owner: not by list, fetch or archive', async () => {
    const carol = filesOf(await site.makePerson({ rules: [{ regex: false, allow: false, path: '/projects/private' }] }))
    await carol.given({ 'projects/open.txt': 'open' })
    await s3.put(bucketOf(site.bucketPrefix, carol), 'projects/private/x.txt', CANARY)
    const { hash } = await linksOf(carol.client).make('/projects')
    expect(namesIn(await guest.see(hash))).toEqual(['open.txt'])
    for (const answer of [
      await guest.look(hash, '/private'),
      await guest.download(hash, '/private/x.txt'),
      await guest.preview(hash, '/private/x.txt'),
    ])
      answer.expect(403, 404)
    expect(
      Object.keys(unpackWithTools((await guest.download(hash, '?algo=tar')).expect(200).body, 'tar')['tar'] ?? {}),
    ).toEqual(['open.txt'])
  })

  it('reveals nothing that its owner hides, even if that is what is shared', async () => {
    const carol = filesOf(await site.makePerson())
    await carol.given({ 'box/.hid': 'hidden', 'box/a.txt': 'A' })
    const [box, hidden] = [await linksOf(carol.client).make('/box'), await linksOf(carol.client).make('/box/.hid')]
    ;(
      await carol.client.put(`/api/users/${carol.client.id}`, {
        what: 'user',
        which: ['hideDotfiles'],
        data: { id: carol.client.id, hideDotfiles: true },
      })
    ).expect(200)
    await expectSoon(() => guest.look(hidden.hash), 403)
    expect(namesIn(await guest.see(box.hash))).toEqual(['a.txt'])
  })
})

describe('through the public calls', () => {
  it('S03, H03: nothing can be changed', async () => {
    const { hash } = await links.make('/docs/shared')
    const before = await stateOf()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const call of [`/api/public/share/${hash}`, `/api/public/dl/${hash}`, `/api/public/preview/thumb/${hash}`]) {
        for (const suffix of ['', '/in.txt', '/../sibling/x.txt'])
          expect(await sendRaw(method, call + suffix)).toMatch(/HTTP\/1\.1 (401|404|405)/)
      }
    }
    expect(await stateOf()).toBe(before)
  })

  it('X03, X04, X09, X10: content comes as for its owner: saved, or shown where nothing in it can run', async () => {
    const odd = 'a";filename="x.html'
    await alice.given({
      'x/evil.html': '<script>1</script>',
      'x/evil.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    ;(await alice.client.post(`/api/resources${encodePath(`/x/${odd}`)}`, 'x')).expect(200)
    const { hash } = await links.make('/x')
    for (const name of ['evil.html', 'evil.svg', odd]) {
      const saved = (await guest.download(hash, encodePath(`/${name}`))).expect(200).headers
      expect(saved).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      })
      expect(saved['content-disposition']).toMatch(/^attachment; filename\*=utf-8''[\w.%-]+$/)
    }
    for (const name of ['evil.html', 'evil.svg'])
      expect(
        (await guest.download(hash, `/${name}?inline=true`)).expect(200).headers['content-security-policy'],
      ).toMatch(/script-src 'none'/)
    expect((await guest.look(hash)).headers['cache-control']).toMatch(/no-store/)
  })
})

describe('links of other people', () => {
  it('S06, S19: are shown to administrators with names and without secrets, and to nobody else', async () => {
    const bob = await site.makePerson()
    const { hash, token = 'none' } = await links.make('/docs/shared', { password: 'Open-Sesame-42' })
    const owners = [JSON.stringify(await links.all()), JSON.stringify(await links.at('/docs/shared'))]
    for (const answer of owners) expect(answer).not.toMatch(/Open-Sesame|\$argon/)
    const admins = (await (await site.adminClient()).get('/api/shares')).expect(200)
    expect(admins.json<ShareLink[]>().find((link) => link.hash === hash)).toMatchObject({
      username: alice.client.username,
      hasPassword: true,
    })
    expect(admins.text).not.toMatch(new RegExp(`Open-Sesame|\\$argon|${token}`))
    expect(await linksOf(bob).all()).toEqual([])
    for (const path of ['/docs/shared', '/', alice.client.scope])
      expect((await bob.get(`/api/share${path}`)).text).not.toMatch(new RegExp(hash))
  })

  it('S08: can be ended only by their owner and administrators, whatever the hash looks like', async () => {
    const [bob, mute] = [await site.makePerson(), await site.makePerson({ perm: { share: false } })]
    const { hash } = await links.make('/docs/shared')
    ;(await bob.delete(`/api/share/${hash}`)).expect(403)
    ;(await bob.patch(`/api/share/${hash}`, { password: '' })).expect(403)
    ;(await mute.delete(`/api/share/${hash}`)).expect(403)
    for (const odd of [`${hash}/`, `x/${hash}`, `x%2F${hash}`, '%7B%7D', '{}', '%00'])
      (await bob.delete(`/api/share/${encodeURI(decodeURI(odd))}`)).expect(400, 403, 404)
    ;(await guest.look(hash)).expect(200)
  })

  it('S09: do not end with something in another tree whose name has the same beginning', async () => {
    const bob = filesOf(await site.makePerson())
    await bob.given({ 'abc.txt': 'bob', 'ab/c.txt': 'bob' })
    await alice.given({ 'a/x.txt': 'x', 'ab.txt': 'x', 'abc/x.txt': 'x' })
    const kept = [
      await linksOf(bob.client).make('/abc.txt'),
      await linksOf(bob.client).make('/ab/c.txt'),
      await links.make('/ab.txt'),
      await links.make('/abc'),
    ]
    ;(await alice.remove('/a')).expect(204)
    await alice.given({ 'ab/x.txt': 'x' })
    ;(await alice.rename('/ab', '/z')).expect(200)
    for (const { hash } of kept) (await guest.look(hash)).expect(200)
  })
})

describe('a link cannot be made, or closes at once', () => {
  it('S10: when its target is deleted, with a slash or without, and created again', async () => {
    for (const slash of ['', '/']) {
      await alice.given({ 's10/in/a.txt': 'old' })
      const made = [await links.make('/s10'), await links.make('/s10/in/a.txt')]
      ;(await alice.client.delete(`/api/resources/s10${slash}`)).expect(204)
      await alice.given({ 's10/in/a.txt': CANARY })
      for (const { hash } of made)
        for (const replica of [0, 1]) (await guest.download(hash, '', { replica })).expect(404)
      ;(await alice.remove('/s10')).expect(204)
    }
  })

  it('S12: for something missing, even if it appears later', async () => {
    ;(await links.tryMake('/later.txt')).expect(404)
    await alice.given({ 'later.txt': CANARY })
    expect(await links.at('/later.txt')).toEqual([])
  })

  it('S13: when its owner loses a permission, the path or the scope, on both replicas, and only then', async () => {
    const admin = await site.adminClient()
    const eve = filesOf(await site.makePerson())
    await eve.given({ 'box/a.txt': 'A' })
    const { hash } = await linksOf(eve.client).make('/box')
    const perm = { create: true, rename: true, modify: true, delete: true, share: true, download: true }
    const set = async (field: string, value: unknown) =>
      (
        await admin.put(`/api/users/${eve.client.id}`, {
          what: 'user',
          which: [field],
          data: { id: eve.client.id, [field]: value },
        })
      ).expect(200)
    const onBoth = async (...statuses: number[]) => {
      for (const replica of [0, 1])
        for (const ask of [guest.look, guest.download]) await expectSoon(() => ask(hash, '', { replica }), ...statuses)
    }
    for (const [field, lost, had] of [
      ['perm', { ...perm, share: false }, perm],
      ['perm', { ...perm, share: false, download: false }, perm],
      ['rules', [{ regex: false, allow: false, path: '/box' }], []],
      ['scope', `${eve.client.scope}-else`, eve.client.scope],
    ] as const) {
      await set(field, lost)
      await onBoth(403, 404)
      await set(field, had)
      await onBoth(200)
    }
  }, 60_000)

  it('S14: when its owner is deleted; nobody of the same name gets it back, and nothing is left of it', async () => {
    const admin = await site.adminClient()
    const fay = filesOf(await site.makePerson())
    await fay.given({ 'a.txt': 'A' })
    const { hash } = await linksOf(fay.client).make('/a.txt')
    ;(await admin.delete(`/api/users/${fay.client.id}`, { body: {} })).expect(200)
    for (const replica of [0, 1]) await expectSoon(() => guest.look(hash, '', { replica }), 404)
    const again = await admin.makePerson({ username: fay.client.username, scope: fay.client.scope })
    expect(await filesOf(again).read('/a.txt')).toBe('A')
    expect(await linksOf(again).all()).toEqual([])
    ;(await guest.look(hash)).expect(404)
    const database = await mongoose.createConnection(site.mongoUrl).asPromise()
    expect(await database.collection<{ _id: string }>('shares').findOne({ _id: hash })).toBeNull()
    await database.close()
  })

  it('S16, S20, S24: with an invalid time, for somebody else, or without the permission to download', async () => {
    for (const expires of ['-1', '0.5', '1e99', 'NaN', '2147483648', ' ', '1 ', '+1', ['1'], {}, 1, true])
      (await links.tryMake('/secret.txt', { expires })).expect(400)
    for (const unit of ['years', 'toString', '__proto__', 5, ['days']])
      (await links.tryMake('/secret.txt', { expires: '1', unit })).expect(400)
    for (const password of [5, ['a'], { a: 1 }]) (await links.tryMake('/secret.txt', { password })).expect(400)
    expect(await links.at('/secret.txt')).toEqual([])
    const extra = {
      userID: 1,
      userId: 1,
      hash: 'chosen',
      _id: 'chosen',
      path: '/../bob',
      token: 'chosen',
      expire: 5,
      kind: 'write',
      downloads: -5,
    }
    const made = (await links.tryMake('/secret.txt', extra as never)).expect(200).json<ShareLink>()
    expect(made).toMatchObject({ userID: alice.client.id, path: '/secret.txt', expire: 0, kind: 'read', downloads: 0 })
    expect([made.hash, made.token]).not.toContain('chosen')
    const gus = filesOf(await site.makePerson({ perm: { share: false, download: false } }))
    await gus.given({ 'a.txt': 'A' })
    ;(await gus.client.post('/api/share/a.txt', {})).expect(403)
    ;(
      await (
        await site.adminClient()
      ).put(`/api/users/${gus.client.id}`, {
        what: 'user',
        which: ['perm'],
        data: { id: gus.client.id, perm: { share: true, download: false } },
      })
    ).expect(400)
  })

  it('S16: when its time is over, with its token too, and only its owner learns of it', async () => {
    await alice.given({ 's16.txt': CANARY })
    const { hash, token = 'none' } = await links.make('/s16.txt', {
      expires: '1',
      unit: 'seconds',
      password: 'Open-Sesame-42',
    })
    for (const ask of [guest.look, guest.download, guest.preview])
      for (const replica of [0, 1]) await expectSoon(() => ask(hash, `?token=${token}`, { replica }), 404)
    expect([
      (await links.at('/s16.txt')).length,
      (await links.all()).some((link) => link.hash === hash),
      (await links.all('?ended=true')).some((link) => link.hash === hash),
    ]).toEqual([0, false, true])
  })

  it('H02: by a foreign page that has nothing but the cookie', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE'])
      (
        await site.client().send(method, '/api/share/secret.txt', {
          headers: { Cookie: `auth=${alice.client.token}`, 'Content-Type': 'text/plain' },
          body: '{}',
        })
      ).expect(401)
  })
})
