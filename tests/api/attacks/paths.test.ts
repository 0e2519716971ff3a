// Paths that lead elsewhere, in all calls that take one (group P). For names and what lies below them see
// names.test.ts.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import { unpackWithTools } from '../../helpers/unpack.ts'
import { filesOf } from '../files-client.ts'
import { linksOf } from '../links-client.ts'
import { nameOf, requestsTo, sendAll, takesPath, TREE_CALLS } from './calls.ts'
import { alice, bob, CANARY, site, stateOf, targets, troubleWith } from './opening.ts'
import { watched } from './watched.ts'

const bobsName = () => bob.client.scope.slice(1)
/** Paths out of the person's own tree, in every spelling. */
const leaving = () =>
  [
    '/../N/secret.txt',
    '/..%2fN%2fsecret.txt',
    '/%2e%2e/N/secret.txt',
    '/%2E%2E%2FN%2Fsecret.txt',
    '/x/../../N/secret.txt',
    '/x/%2e%2e/%2e%2e/N/secret.txt',
    '/..%5cN%5csecret.txt',
    '//../N/secret.txt',
  ].map((path) => path.replaceAll('N', bobsName()))
/** Names within the tree that only look as if they led elsewhere. */
const staying = () =>
  [
    '//N/secret.txt',
    '/N/secret.txt',
    '/%252e%252e/N/secret.txt',
    '/....//N/secret.txt',
    '/s3://N/secret.txt',
    '/http://127.0.0.1:9000/N/secret.txt',
    '/C:/N/secret.txt',
    '/file:///N/secret.txt',
  ].map((path) => path.replaceAll('N', bobsName()))
const destinationOf = (path: string) => encodeURIComponent(path)

describe("a path out of one's own tree", () => {
  it(
    'P01, P04, P08: is 400 for every call that takes one, in every spelling, and nothing changes',
    watched(async () => {
      const before = await stateOf(alice, bob)
      const asked = leaving().flatMap((path) => TREE_CALLS.flatMap((call) => requestsTo(call, targets, path)))
      expect((await sendAll(alice.client, asked)).flatMap((answer) => troubleWith(answer, [400]) ?? [])).toEqual([])
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )

  it(
    'P01: reaches nothing through calls whose path is below something else, either',
    watched(async () => {
      const before = await stateOf(alice, bob)
      const others = CALLS.filter((call) => takesPath(call) && !TREE_CALLS.includes(call))
      const asked = [...leaving(), ...staying()].flatMap((path) =>
        others.flatMap((call) => requestsTo(call, targets, path).slice(0, 2)),
      )
      expect(
        (await sendAll(alice.client, asked)).flatMap((answer) => troubleWith(answer, [400, 403, 404]) ?? []),
      ).toEqual([])
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )

  it(
    'P01, P08: that only looks like one is a name in the own tree',
    watched(async () => {
      const before = await stateOf(bob)
      const one = filesOf(await site.makePerson())
      const asked = staying().flatMap((path) =>
        TREE_CALLS.flatMap((call) => requestsTo(call, targets, path).slice(0, 2)),
      )
      const answers = await sendAll(one.client, asked)
      expect(
        answers.flatMap((answer) => troubleWith(answer, [200, 201, 204, 400, 403, 404, 409, 423, 501]) ?? []),
      ).toEqual([])
      expect(await stateOf(bob)).toEqual(before)
    }),
  )

  it(
    'P01: opens no shell in another tree',
    watched(async () => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      }
      for (const path of leaving()) (await alice.client.get(`/api/command${path}`, { headers })).expect(400)
    }),
  )

  it(
    'P04: is refused as a destination, however it is written',
    watched(async () => {
      ;(await alice.remove('/relative')).expect(204, 404)
      await alice.given({ 'p04.txt': 'kept' })
      const before = await stateOf(alice, bob)
      const destinations = [...leaving(), '../x', '..', '/..', '%2e%2e/x', '/x%00y', '/%ff']
      const asked = ['copy', 'rename'].flatMap((action) =>
        destinations.map((path) => ({
          method: 'PATCH',
          url: `/api/resources/p04.txt?action=${action}&override=true&destination=${destinationOf(path)}`,
        })),
      )
      for (const { method, url } of asked)
        expect([url, troubleWith(await alice.client.send(method, url), [400, 403])]).toEqual([url, undefined])
      for (const action of ['copy', 'rename'])
        for (const missing of ['', '&destination=', '&destination=%2F', '&destination=.'])
          (await alice.client.patch(`/api/resources/p04.txt?action=${action}${missing}`)).expect(400, 403)
      expect(await stateOf(alice, bob)).toEqual(before)
      // A relative destination is made absolute.
      ;(await alice.client.patch('/api/resources/p04.txt?action=rename&destination=relative')).expect(200)
      expect(await alice.read('/relative')).toBe('kept')
    }),
  )
})

describe('an invalid path', () => {
  const broken = [
    '/%',
    '/%zz',
    '/%ff',
    '/%ED%A0%80.txt',
    '/a%00b',
    '/a%0d%0aSet-Cookie:%20x=1',
    '/a%0Ab',
    '/a%7Fb',
    `/${'x'.repeat(256)}`,
  ]

  it(
    "P03, P12, U15: is 400 for every call, in words, and adds nothing to the answer's headers",
    watched(async () => {
      const before = await stateOf(alice)
      const asked = broken.flatMap((path) => TREE_CALLS.flatMap((call) => requestsTo(call, targets, path)))
      const answers = await sendAll(alice.client, asked)
      expect(answers.flatMap((answer) => troubleWith(answer, [400]) ?? [])).toEqual([])
      expect(
        answers
          .filter(
            ({ headers, request }) =>
              'set-cookie' in headers ||
              (!request.startsWith('HEAD') && !headers['content-type']?.startsWith('text/plain')),
          )
          .map(({ request }) => request),
      ).toEqual([])
      expect(await stateOf(alice)).toEqual(before)
    }),
  )
})

describe('a repeated parameter', () => {
  it(
    'P05, I02: counts once, with its first value, and never causes a server error',
    watched(async () => {
      const one = filesOf(await site.makePerson())
      await one.given({ 'a.txt': 'kept' })
      const named = CALLS.filter(
        ({ query, policy, method }) => query && policy !== 'admin' && (method === 'GET' || method === 'HEAD'),
      )
      const [single, twice, odd] = [
        (name: string) => `?${name}=a`,
        (name: string) => `?${name}=a&${name}=%2F..%2Fbob`,
        (name: string) => [
          `?${name}[$ne]=a`,
          `?${name}[]=a&${name}[$regex]=.*`,
          `?${name}%5B%24gt%5D=`,
          '?__proto__[admin]=true',
        ],
      ]
      await mapParallel(named, 4, async (call) => {
        const [base] = requestsTo(call, targets, '/a.txt')
        if (!base) throw new Error(`${nameOf(call)} cannot be asked`)
        for (const name of Object.keys(call.query ?? {})) {
          const more = (query: string) => (base.url.includes('?') ? query.replace('?', '&') : query)
          const send = (query: string) => one.client.send(base.method, base.url + more(query), base.options)
          const [first, repeated, plain] = [await send(single(name)), await send(twice(name)), await send('')]
          expect([repeated.request, repeated.status]).toEqual([repeated.request, first.status])
          for (const query of odd(name))
            expect([query, (await send(query)).status, nameOf(call)]).toEqual([query, plain.status, nameOf(call)])
        }
      })
    }),
  )
})

describe('an archive', () => {
  it(
    'P06: of a selection contains nothing from elsewhere',
    watched(async () => {
      await alice.given({ 'p06/ok.txt': 'ok', 'p06/sub/in.txt': 'in', 'p06/a,b.txt': 'comma' })
      const name = bobsName()
      for (const folder of ['/api/raw/', '/api/raw/p06/', '/api/raw/p06/sub/']) {
        for (const other of [
          `../${name}/secret.txt`,
          `/../${name}/secret.txt`,
          `../../../${name}/secret.txt`,
          `/${name}/secret.txt`,
          `%2e%2e%2f${name}%2fsecret.txt`,
          `..%2F${name}`,
          '/denied/secret.txt',
          '../denied',
          '%00',
          '%ff',
          `/parent/../../${name}`,
        ]) {
          const answer = await alice.client.get(
            `${folder}?algo=tar&files=${encodeURIComponent(`/p06/ok.txt,${other}`)}`,
          )
          expect(troubleWith(answer, [200, 400, 403, 404])).toBeUndefined()
          const found = answer.status === 200 ? Object.keys(unpackWithTools(answer.body, 'tar')['tar'] ?? {}) : []
          expect(found.filter((entry) => !['ok.txt', 'p06/', 'p06/ok.txt'].includes(entry))).toEqual([])
        }
      }
      const comma = (
        await alice.client.get(`/api/raw/?algo=tar&files=${encodeURIComponent('/p06/a%2Cb.txt,/p06/ok.txt')}`)
      ).expect(200)
      expect(Object.keys(unpackWithTools(comma.body, 'tar')['tar'] ?? {}).toSorted()).toEqual(['a,b.txt', 'ok.txt'])
      const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`).join(',')
      ;(await alice.client.get(`/api/raw/p06?algo=tar&files=${names(10_000)}`)).expect(414, 431)
      for (const folder of ['/api/raw/p06', '/api/raw/p06/sub/', `/api/public/dl/${targets.hash}`]) {
        const few = (
          await alice.client.get(
            `${folder}?algo=tar&files=${encodeURIComponent(`ok.txt,open,in.txt${',in.txt'.repeat(997)}`)}`,
          )
        ).expect(200)
        expect(few.text).not.toContain(CANARY)
        const many = await alice.client.get(`${folder}?algo=tar&files=${encodeURIComponent(names(1_001))}`)
        expect([many.status, many.text]).toEqual([400, '400 Bad Request (more than 1000 names are selected)\n'])
        ;(await alice.client.get(`${folder}?algo=tar&files=${'a,'.repeat(8_681)}`)).expect(400)
      }
    }),
  )
})

describe('scopes whose names begin alike', () => {
  it(
    'P07: are separate: listing, search, usage, archive, copy, delete and links',
    watched(async () => {
      const home = `home${randomBytes(4).toString('hex')}x`
      const [al, alicia] = (
        await Promise.all(['al', 'alicia'].map((name) => site.makePerson({ scope: `/${home}/${name}` })))
      ).map(filesOf)
      if (!al || !alicia) throw new Error('two people were made')
      await alicia.given({ 'secret.txt': CANARY, 'deep/secret.txt': 'x' })
      await al.given({ 'own.txt': '12345', 'box/in.txt': '' })
      const before = await stateOf(alicia)
      expect(await al.names('/')).toEqual(['box', 'Shared', 'own.txt'])
      expect((await al.client.get('/api/search/?query=secret')).expect(200).json()).toEqual([])
      expect((await al.usage('/')).used).toBe(5)
      const packed = (await al.raw('/', { algo: 'tar' })).expect(200)
      expect(packed.text).not.toContain(CANARY)
      ;(await al.copy('/', '/copy')).expect(400, 403)
      expect(await linksOf(al.client).all()).toEqual([])
      for (const path of ['/own.txt', '/box']) (await al.remove(path)).expect(204)
      // Both live in one bucket, so its keys do differ. Alicia's record, links and files have to be the same.
      const after = (await stateOf(alicia)) as { records: unknown; links: unknown }
      expect([after.records, after.links]).toEqual([(before as typeof after).records, (before as typeof after).links])
      expect([await alicia.read('/secret.txt'), await alicia.names('/'), await alicia.names('/deep')]).toEqual([
        CANARY,
        ['deep', 'Shared', 'secret.txt'],
        ['secret.txt'],
      ])
    }),
  )

  it(
    'P07: have separate unfinished uploads, even for one shared path',
    watched(async () => {
      const path = `/Shared/${randomBytes(4).toString('hex')}.txt`
      ;(await alice.tusBegin(path, 3)).expect(201)
      ;(await bob.tusHead(path)).expect(404)
      ;(await bob.tusDelete(path)).expect(404)
      ;(await bob.tusBegin(path, 6)).expect(201)
      ;(await alice.tusPatch(path, 0, 'abc')).expect(204)
      ;(await bob.tusPatch(path, 0, 'abcdef')).expect(409)
      expect(await bob.read(path)).toBe('abc')
      ;(await alice.remove(path)).expect(204)
    }),
  )
})
