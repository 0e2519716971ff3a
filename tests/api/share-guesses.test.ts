// Guessing at links, and the limit on their downloads (S04, S05, S07, S18, I02), over two replicas behind a proxy that
// says where guests are.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { ShareLink } from '../../backend/contract/shares.ts'
import type { Answer } from '../helpers/answer.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'
import { expectSoon, guestOf, linksOf, withPassword } from './links-client.ts'

/** The number of guesses that one address may make at all links together. */
const MOST = 40

let nido: Nido
let alice: PersonsFiles
let links: ReturnType<typeof linksOf>
let guest: ReturnType<typeof guestOf>
beforeAll(async () => {
  nido = await startNido({
    replicas: 2,
    settings: { TRUSTED_PROXIES: '127.0.0.1', LOGIN_FAILURES_ADDRESS: String(MOST) },
  })
  alice = filesOf(await nido.makePerson())
  links = linksOf(alice.client)
  guest = guestOf(nido.client())
  await alice.given({ 'docs/shared/in.txt': 'inside', 'docs/shared/sub/deep.txt': 'deep' })
}, 120_000)
afterAll(() => nido.stop(), 60_000)

/** A guest's request from another address. */
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { 'X-Forwarded-For': address, ...headers },
})

describe('guessing', () => {
  it('S04: a locked link reveals nothing without its password, and no wrong token opens it', async () => {
    const { hash, token = '' } = await links.make('/docs/shared', { password: 'Open-Sesame-42' })
    const queries = [
      '',
      '?token=',
      '?token=undefined',
      '?token=null',
      '?token[$ne]=1',
      `?token=${token.slice(0, -1)}`,
      `?token=${token}x`,
    ]
    const calls = [
      `/api/public/share/${hash}`,
      `/api/public/share/${hash}/sub/`,
      `/api/public/dl/${hash}`,
      `/api/public/dl/${hash}/in.txt`,
      `/api/public/preview/thumb/${hash}/in.txt`,
    ]
    const refused: Answer[] = []
    for (const [index, query] of queries.entries())
      for (const call of calls) refused.push(await nido.client().get(call + query, from(`192.0.2.${index}`)))
    for (const query of ['?inline=true', '?files=in.txt', '?algo=tar']) refused.push(await guest.download(hash, query))
    refused.push(
      await nido.client().head(`/api/public/dl/${hash}/in.txt`),
      await guest.download(hash, '/in.txt', { headers: { Range: 'bytes=0-2' } }),
    )
    for (const [index, password] of ['', 'wrong', '%zz', '%ff'].entries())
      refused.push(await guest.look(hash, '', from(`192.0.2.${50 + index}`, { 'X-SHARE-PASSWORD': password })))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]))
    // The id of a request is random, and may happen to spell anything.
    for (const {
      text,
      headers: { 'x-request-id': _, ...headers },
    } of refused)
      expect(text + JSON.stringify(headers)).not.toMatch(/in\.txt|shared|sub|inside|docs|alice|www-authenticate/i)
    for (const query of ['', '/in.txt']) (await guest.download(hash, `${query}?token=${token}`)).expect(200)
    ;(await guest.look(hash, '', { headers: withPassword('Open-Sesame-42') })).expect(200)
  })

  it('S05: gets the same for unknown, ended, deleted, used up and orphaned links; locked ones say little', async () => {
    const dave = filesOf(await nido.makePerson())
    await dave.given({ 'of-dave.txt': 'x' })
    await alice.given({ 's05.txt': 'x' })
    const [deleted, expired, used, orphan] = [
      await links.make('/s05.txt'),
      await links.make('/s05.txt', { expires: '1', unit: 'seconds' }),
      await links.make('/s05.txt', { limit: 1 }),
      await linksOf(dave.client).make('/of-dave.txt'),
    ]
    ;(await links.remove(deleted.hash)).expect(200)
    ;(await guest.download(used.hash, '', from('192.0.2.200'))).expect(200)
    ;(await (await nido.adminClient()).delete(`/api/users/${dave.client.id}`, { body: {} })).expect(200)
    for (const { hash } of [deleted, expired, used, orphan])
      await expectSoon(() => guest.look(hash, '', from('192.0.2.201')), 404)
    const asked = async (hash: string, headers: Record<string, string>) => {
      const answer = await guest.look(hash, '', from('192.0.2.202', headers))
      const { 'x-request-id': id = '', date: _, ...told } = answer.headers
      return JSON.stringify([answer.status, answer.text.replaceAll(id, 'id'), told])
    }
    const kinds: Record<string, string>[] = [{}, { Accept: 'application/problem+json' }, withPassword('x')]
    for (const headers of kinds) {
      const answers = await Promise.all(
        ['nosuchhash000000', deleted.hash, expired.hash, used.hash, orphan.hash].map((hash) => asked(hash, headers)),
      )
      expect(new Set(answers).size).toBe(1)
      expect(answers[0]).not.toMatch(/s05|dave|alice/)
    }
  })

  it('S07: at a password is limited, over both replicas, and locks out nobody else', async () => {
    const { hash } = await links.make('/docs/shared', { password: 'Open-Sesame-42' })
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        guest.look(hash, '', { ...from('198.51.100.7', withPassword(`guess ${index}`)), replica: index % 2 }),
      ),
    )
    const counts = {
      refused: guesses.filter(({ status }) => status === 401).length,
      limited: guesses.filter(({ status }) => status === 429).length,
    }
    expect(counts.refused + counts.limited).toBe(60)
    // Ten, plus those under way on either replica when the tenth was counted.
    expect(counts.refused).toBeLessThanOrEqual(14)
    expect(Number(guesses.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0)
    ;(await guest.look(hash, '', from('198.51.100.7', withPassword('Open-Sesame-42')))).expect(429)
    ;(await guest.look(hash, '', from('198.51.100.8', withPassword('Open-Sesame-42')))).expect(200)
    // Failures at links do not count as failed sign-ins.
    ;(
      await nido
        .client()
        .post('/api/login', { username: alice.client.username, password: alice.client.password }, from('198.51.100.7'))
    ).expect(200)
  })

  it('S18: hashes and tokens are long, use all letters and never repeat; guessing at them means waiting', async () => {
    const made: ShareLink[] = []
    for (let count = 0; count < 40; count += 1)
      made.push(await links.make('/docs/shared', { password: count < 8 ? 'sesame' : '' }))
    expect(new Set(made.map(({ hash }) => hash)).size).toBe(40)
    for (const { hash } of made) expect(hash).toMatch(/^[\w-]{16}$/)
    const tokens = made.flatMap(({ token }) => token ?? [])
    expect([new Set(tokens).size, tokens.every((token) => /^[\w-]{128}$/.test(token))]).toEqual([8, true])
    expect(new Set(made.flatMap(({ hash }) => [...hash])).size).toBeGreaterThan(50)
    const statuses: number[] = []
    for (let count = 0; count < MOST + 10; count += 1)
      statuses.push((await guest.look(`guess${String(count).padStart(11, '0')}`, '', from('198.51.100.20'))).status)
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([MOST, 429])
    ;(await guest.look(made[0]?.hash ?? '', '', from('198.51.100.20', withPassword('sesame')))).expect(429)
    ;(await guest.look(made[10]?.hash ?? '', '', from('198.51.100.20'))).expect(200)
  }, 120_000)

  it('I02: malformed hashes and queries find nothing, and break nothing', async () => {
    for (const hash of [
      '[object%20Object]',
      '%7B%22$gt%22:%22%22%7D',
      '$where',
      '__proto__',
      'constructor',
      '%00',
      '%',
      'a'.repeat(5000),
    ]) {
      for (const call of ['share', 'dl', 'preview/big'])
        (await nido.client().get(`/api/public/${call}/${hash}`, from('198.51.100.30'))).expect(400, 404)
    }
  })
})

describe('a limit on downloads', () => {
  it('is kept exactly while many guests come at once, over both replicas', async () => {
    await alice.given({ 'race.txt': 'prize' })
    const { hash } = await links.make('/race.txt', { limit: 5 })
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        guest.download(hash, '', { ...from(`203.0.113.${index}`), replica: index % 2 }),
      ),
    )
    expect([200, 404].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([5, 11])
    const winner = answers.findIndex(({ status }) => status === 200)
    ;(await guest.download(hash, '', { ...from(`203.0.113.${winner}`, { Range: 'bytes=2-' }), replica: 1 })).expect(206)
    ;(await guest.download(hash, '', from('203.0.113.99', { Range: 'bytes=2-' }))).expect(404)
    const more = (await links.change(hash, { limit: 6 })).expect(200).json<ShareLink>()
    expect(more).toMatchObject({ downloads: 5, limit: 6 })
    await expectSoon(() => guest.download(hash, '', from('203.0.113.99')), 200)
  })

  it('counts archives, and pictures sent as the original file', async () => {
    await alice.given({ 'counted/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    const { hash } = await links.make('/counted', { limit: 2 })
    ;(await guest.download(hash, '', from('203.0.113.120'))).expect(200)
    ;(await guest.preview(hash, '/a.svg', from('203.0.113.121'))).expect(200)
    ;(await guest.preview(hash, '/a.svg', from('203.0.113.122'))).expect(404)
    ;(await guest.download(hash, '', from('203.0.113.123'))).expect(404)
  })

  it('C4: cannot be bypassed by ranges, nor by large previews', async () => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#08f' } })
      .png()
      .toBuffer()
    await alice.given({ 'limited/a.png': picture })
    const range = { Range: 'bytes=1-' }
    for (const call of ['dl', 'preview/big'] as const) {
      const { hash } = await links.make('/limited', { limit: 1 })
      const ask = async (address: string, headers: Record<string, string> = {}, other: string = call) =>
        (await nido.client().get(`/api/public/${other}/${hash}/a.png?render=true`, from(address, headers))).status
      expect([200, 206]).toContain(await ask('203.0.113.140', call === 'dl' ? range : {}))
      for (const other of ['dl', 'preview/big', 'preview/thumb']) {
        expect([await ask('203.0.113.141', range, other), await ask('203.0.113.141', {}, other)]).toEqual([404, 404])
      }
      // A guest who was counted may go on for an hour, with everything.
      for (const other of ['preview/thumb', 'dl', 'preview/big'])
        expect(await ask('203.0.113.140', {}, other)).toBe(200)
      expect(await ask('203.0.113.140', range, 'dl')).toBe(206)
    }
  })
})
