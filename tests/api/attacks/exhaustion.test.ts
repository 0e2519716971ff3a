// Requests that try to exhaust the server: bodies, sockets, patterns, sizes (group D).
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import { measure, MIB } from '../../helpers/memory.ts'
import { until } from '../../helpers/until.ts'
import { bucketOf, filesOf } from '../files-client.ts'
import { stallDownload } from '../stalled.ts'
import { JSON_CALLS, requestsTo, sendAll } from './calls.ts'
import { admin, alice, bob, CANARY, isFull, replicas, s3, site, stateOf, targets, troubleWith } from './opening.ts'
import { basePathOf, openSlowly } from './raw-client.ts'
import { watched } from './watched.ts'

/** How far a process may grow: the data on its way through it, and the garbage of that. */
const MOST = 150 * MIB

describe('a JSON body', () => {
  // Its types are wrong for every call, so it changes nothing, whatever else it contains.
  const withJunk = (junk: string) =>
    `{"signup":"yes","what":5,"which":5,"username":5,"password":5,"expires":5,"paths":5,"current_password":5${junk}}`
  const bodies: [string, number[], Buffer | string, Record<string, string>?][] = [
    ['of megabytes', [413], withJunk(`,"x":"${'x'.repeat((isFull ? 30 : 2) * MIB)}"`)],
    ['nested 100,000 deep', [400], withJunk(`,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    [
      'of very many keys',
      [400],
      withJunk(`,${Array.from({ length: 70_000 }, (_, index) => `"k${index}":1`).join(',')}`),
    ],
    [
      'in letters of another kind',
      [400],
      Buffer.from(withJunk(''), 'utf16le'),
      { 'Content-Type': 'application/json; charset=utf-16' },
    ],
    ['in letters that nobody knows', [400], withJunk(''), { 'Content-Type': 'application/json; charset=evil' }],
    [
      'that unpacks to a hundred megabytes',
      [415],
      gzipSync(Buffer.alloc(100 * MIB, 32)),
      { 'Content-Encoding': 'gzip' },
    ],
    ['packed twice', [415], gzipSync(gzipSync(withJunk(''))), { 'Content-Encoding': 'gzip, gzip' }],
    ['of a form', [400], 'a=1&__proto__[admin]=true', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [
      'of many parts',
      [400],
      '--x\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--x--',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ],
  ]

  it.each(bodies)(
    'D09: %s is refused by every call that takes one, and nothing changes',
    watched(async (_, statuses, body, headers = {}) => {
      const before = await stateOf(alice, bob)
      for (const person of [alice.client, admin]) {
        const asked = JSON_CALLS.filter(({ policy }) => (policy === 'admin') === (person === admin))
          .flatMap((call) => requestsTo(call, { ...targets, 'users/id': '999999999' }, '/parent'))
          .map((one) => ({ ...one, options: { headers: { ...one.options.headers, ...headers }, body } }))
        const answers = await sendAll(person, asked)
        // Sign-up while it is off, and any failed sign-in, are refused without looking at the body.
        expect(
          answers.flatMap(
            (answer) =>
              troubleWith(answer, [
                ...statuses,
                ...(answer.request.endsWith('/api/login') ? [403] : []),
                ...(answer.request.endsWith('/api/signup') ? [405] : []),
                404,
                403,
              ]) ?? [],
          ),
        ).toEqual([])
      }
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )
})

describe('slow connections', () => {
  it(
    'D10: by the hundred keep nobody else waiting, and leave no file',
    watched(async () => {
      const base = site.urls[0] ?? ''
      const line = `POST ${basePathOf(base)}/api/resources/d10.txt HTTP/1.1`
      const head = `${line}\r\nHost: x\r\nX-Auth: ${alice.client.token}\r\n`
      const count = isFull ? 500 : 100
      const slow = await mapParallel(
        Array.from({ length: 2 * count }, (_, index) => index),
        50,
        (index) => openSlowly(base, index < count ? head : `${head}Content-Length: 1000000\r\n\r\nthe beginning`),
      )
      try {
        for (let round = 0; round < 5; round += 1)
          for (const replica of site.urls.keys()) (await bob.client.get('/api/raw/secret.txt', { replica })).expect(200)
        expect(await bob.names('/')).toContain('secret.txt')
        // A request has half a minute for its headers, and the server checks twice a minute, so this takes a while.
        expect(!isFull || (await until(() => slow.slice(0, count).every((one) => one.isClosed()), 100_000))).toBe(true)
      } finally {
        for (const one of slow) one.close()
      }
      ;(await alice.info('/d10.txt')).expect(404)
    }),
    180_000,
  )

  it(
    'D11: of stalled readers keep nobody else from the same file, and nobody from replacing it',
    watched(async () => {
      await alice.given({ 'd11.bin': Buffer.alloc((isFull ? 200 : 12) * MIB, CANARY) })
      const stalled = await mapParallel(
        Array.from({ length: isFull ? 300 : 20 }, (_, index) => index),
        10,
        (index) => stallDownload(site.urls[index % site.urls.length] ?? '', alice.client, '/api/raw/d11.bin'),
      )
      try {
        for (const replica of site.urls.keys())
          (await alice.raw('/d11.bin', {}, { replica, headers: { Range: 'bytes=-100' } })).expect(206)
        ;(await alice.save('/d11.bin', 'new')).expect(200)
        expect(await alice.read('/d11.bin')).toBe('new')
      } finally {
        for (const one of stalled) one.close()
      }
    }),
    180_000,
  )
})

describe('a search', () => {
  it(
    'D12: looks for literal text, never for a pattern, however hard the text tries',
    watched(async () => {
      const one = filesOf(await site.makePerson())
      const names = ['(a+)+$.txt', '.*.*.*x', '100%', '$where', 'plain.txt', `${'a'.repeat(200)}!`]
      await one.given(Object.fromEntries(names.map((name) => [name, ''])))
      const found = async (query: string) =>
        (await one.client.get(`/api/search/?query=${encodeURIComponent(query)}`))
          .expect(200)
          .json<{ path: string }[]>()
          .map(({ path }) => path)
      expect([
        await found('(a+)+$'),
        await found('.*.*.*x'),
        await found('%'),
        await found('$where'),
        await found('^'),
        await found('[a-z]'),
        await found('\\w'),
      ]).toEqual([['(a+)+$.txt'], ['.*.*.*x'], ['100%'], ['$where'], [], [], []])
      ;(await one.client.get('/api/search/?query=type%3Aimage%20type%3Aaudio%20type%3A(a%2B)%2B%24')).expect(200)
      for (const hard of [`${'(a+)+'.repeat(2000)}$`, `${'* '.repeat(5000)}`, `"${'a '.repeat(5000)}`])
        (
          await one.client.get(`/api/search/?query=${encodeURIComponent(hard).slice(0, 28_000).replace(/%.?$/, '')}`)
        ).expect(200, 400)
      ;(await one.client.get(`/api/search/?query=${'x'.repeat(100 * 1024)}`)).expect(431)
      const many = (word: string, count: number) =>
        one.client.get(`/api/search/?query=${encodeURIComponent(Array.from({ length: count }, () => word).join(' '))}`)
      expect((await many('plain', 32)).expect(200).json()).toEqual([{ path: 'plain.txt', dir: false }])
      expect((await many('plain', 33)).expect(400).text).toBe('400 Bad Request (more than 32 search words)\n')
      expect((await many('ext:txt', 33)).expect(400).text).toBe('400 Bad Request (more than 32 filters)\n')
      ;(await one.client.get(`/api/search/?query=${'a+'.repeat(15_000)}`)).expect(400)
    }),
  )
})

describe('sizes and formats', () => {
  it(
    'D03, D06, D08: are those of the contract, and no others are made or kept',
    watched(async () => {
      await alice.given({
        'd06.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
        'd06/a.txt': 'a',
      })
      const kept = async () =>
        (await s3.list(`${site.bucketPrefix}system`, 'previews/')).filter(({ key }) =>
          key.includes(`/${bucketOf(site.bucketPrefix, alice)}/`),
        ).length
      const others = await kept()
      ;(await alice.client.get('/api/preview/thumb/d06.svg?render=true')).expect(200)
      const before = await kept()
      expect(before - others).toBe(1)
      const sizes = [
        '0',
        '99999',
        '-1',
        'thumb%2f..',
        '__proto__',
        'constructor',
        'Thumb',
        'thumb%20',
        ...Array.from({ length: isFull ? 10_000 : 100 }, (_, index) => `${index + 1}x${index + 1}`),
      ]
      const answers = await mapParallel(sizes, 16, (size) =>
        alice.client.get(`/api/preview/${size}/d06.svg?render=true`),
      )
      expect(answers.flatMap((answer) => troubleWith(answer, [400, 404]) ?? [])).toEqual([])
      expect(await kept()).toBe(before)
      for (const algo of ['../../x', 'exe', 'ZIP', 'toString', '__proto__', '%00', 'zip,tar', ' zip'])
        (await alice.client.get(`/api/raw/d06?algo=${encodeURIComponent(algo)}`)).expect(400)
      for (const algo of ['crc', 'constructor', 'MD5', '', '../md5', 'md5,sha1'])
        (await alice.client.get(`/api/resources/d06/a.txt?checksum=${encodeURIComponent(algo)}`)).expect(400)
    }),
  )
})

// Gigabytes take a while.
if (isFull) {
  describe('a text of two gigabytes', () => {
    const chunk = Buffer.alloc(MIB, 'text ')
    const text = () =>
      Readable.from(
        (function* () {
          for (let count = 0; count < 2048; count += 1) yield chunk
        })(),
      )

    it(
      'D07: is never sent as text, can be saved, and takes no memory',
      watched(async () => {
        const { growth } = await measure(replicas, async () => {
          ;(await alice.upload('/d07.txt', text())).expect(200)
          const file = await alice.file('/d07.txt')
          expect([file.size, file.type, 'content' in file]).toEqual([2048 * MIB, 'blob', false])
          ;(await alice.save('/d07.txt', text())).expect(200)
          expect((await alice.names('/')).includes('d07.txt')).toBe(true)
        })
        expect(growth).toBeLessThan(MOST)
      }),
      600_000,
    )
  })
}
