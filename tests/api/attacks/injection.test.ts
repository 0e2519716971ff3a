// Values that try to be more than values: for the database, for patterns, for objects (group I). For the shell see
// shell-attacks.test.ts and hooks.test.ts.
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import { filesOf } from '../files-client.ts'
import { JSON_CALLS, requestsTo, sendAll } from './calls.ts'
import { admin, alice, bob, recordOf, site, stateOf, targets, troubleWith } from './opening.ts'
import { watched } from './watched.ts'

/** Values that the database would treat as operators, sent in place of a text. */
const OPERATORS = [
  { $ne: null },
  { $gt: '' },
  { $regex: '.*' },
  { $where: 'true' },
  { $in: ['admin'] },
  ['admin'],
  [['admin']],
  1,
  true,
  null,
]

describe('signing in', () => {
  it(
    'I01: accepts only texts, and never gives a token for anything else',
    watched(async () => {
      const name = alice.client.username
      const bodies = [
        ...OPERATORS.flatMap((value) => [
          { username: value, password: value },
          { username: name, password: value },
          { username: value, password: alice.client.password },
        ]),
        [{ username: name, password: { $ne: null } }],
        { $where: 'true' },
        { 'username[$ne]': '', 'password[$ne]': '' },
        { username: name, password: { toString: 'x' } },
        'admin',
        5,
        null,
      ]
      for (const body of bodies) {
        const answer = await site.client().post('/api/login', JSON.stringify(body))
        expect([JSON.stringify(body), answer.status, answer.text]).toEqual([
          JSON.stringify(body),
          403,
          '403 Forbidden\n',
        ])
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
      const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
      ;(await site.client().post('/api/login', `username=${name}&password[$ne]=`, form)).expect(403)
    }),
  )
})

describe('ids', () => {
  it(
    'I02: are numbers and words, and nothing that the database would interpret',
    watched(async () => {
      const odd = [
        '%7B%22$gt%22:%22%22%7D',
        '[object%20Object]',
        '$where',
        '__proto__',
        'constructor',
        '1%00',
        '1;2',
        '1%20or%201=1',
        "'",
        '%24ne',
        '..%2f1',
        '{}',
        '[]',
        'null',
        'NaN',
        '1e0',
        '-1',
      ]
      const calls = CALLS.filter(
        ({ path, method }) => path.includes('/:id') && (method === 'GET' || method === 'DELETE'),
      )
      expect(calls.length).toBeGreaterThan(4)
      const before = await stateOf(alice, bob)
      for (const person of [alice.client, admin]) {
        const asked = odd.flatMap((id) =>
          calls.flatMap((call) => requestsTo(call, Object.fromEntries(Object.keys(targets).map((name) => [name, id])))),
        )
        expect((await sendAll(person, asked)).flatMap((answer) => troubleWith(answer, [400, 403, 404]) ?? [])).toEqual(
          [],
        )
      }
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )
})

describe('a change of a person', () => {
  const change = (which: string[], data: object) =>
    alice.client.put(`/api/users/${alice.client.id}`, { what: 'user', which, data: { id: alice.client.id, ...data } })

  it(
    'I03: accepts only named, known fields, and none that the database would read as something else',
    watched(async () => {
      const before = await recordOf(alice)
      const hidden = {
        $set: { perm: { admin: true } },
        $where: 'true',
        'perm.admin': true,
        _id: '1',
        __v: 5,
        epoch: 9,
        home: 'x',
        changed: 0,
        password: { $ne: null },
        locale: 'en',
      }
      ;(await change(['locale'], hidden)).expect(200)
      for (const field of [
        '$set',
        'perm.admin',
        'perm[admin]',
        '_id',
        '__v',
        'epoch',
        'home',
        '__proto__',
        'constructor',
        'toString',
        '+password',
        '$where',
      ])
        (await change([field], { ...hidden, [field]: { admin: true } })).expect(400, 403)
      for (const value of OPERATORS.filter((one) => one !== null))
        for (const field of ['locale', 'viewMode']) (await change([field], { [field]: value })).expect(400)
      ;(await change(['sorting'], { sorting: { by: { $ne: 'name' }, asc: { $gt: 0 } } })).expect(400)
      const { changed: _, ...now } = { ...(await recordOf(alice)) }
      const { changed: __, ...then } = { ...before }
      expect(now).toEqual(then)
      ;(await alice.client.get('/api/users?sort[password]=1&select=%2Bpassword')).expect(403)
      expect(
        (await admin.get(`/api/users/${alice.client.id}?select=%2Bpassword&fields=password`))
          .expect(200)
          .json<{ password: string }>().password,
      ).toBe('')
    }),
  )

  it(
    'I03: the same for the settings',
    watched(async () => {
      const before = (await admin.get('/api/settings')).expect(200).text
      for (const odd of [{ $set: { signup: true } }, { 'defaults.perm.admin': true }, { _id: 'other', __v: 1 }])
        (await admin.put('/api/settings', { ...odd, signup: { $ne: false } })).expect(400)
      expect((await admin.get('/api/settings')).expect(200).text).toBe(before)
    }),
  )
})

describe('a prototype', () => {
  // Each body is refused for its types, so that it changes nothing.
  const REFUSED = '"signup":"yes","what":5,"which":5,"username":5,"expires":5,"paths":5,"current_password":5'
  const PROTO = [
    '"__proto__":{"perm":{"admin":true},"admin":true,"isAdmin":true}',
    '"constructor":{"prototype":{"perm":{"admin":true},"admin":true}}',
    '"data":{"__proto__":{"perm":{"admin":true}}},"__proto__":null',
    '"perm":{"__proto__":{"admin":true}}',
  ]

  it(
    'I05: is changed by no body, query or metadata',
    watched(async () => {
      for (const person of [alice.client, admin]) {
        for (const proto of PROTO) {
          const asked = JSON_CALLS.filter(({ policy }) => policy !== 'admin' || person === admin)
            .flatMap((call) => requestsTo(call, { ...targets, 'users/id': '999999999' }, '/parent'))
            .map((one) => ({ ...one, options: { ...one.options, body: `{${REFUSED},${proto}}` } }))
          expect(
            (await sendAll(person, asked)).flatMap((answer) => troubleWith(answer, [400, 403, 404, 405]) ?? []),
          ).toEqual([])
        }
        await person.get(
          '/api/resources/?__proto__[admin]=true&constructor[prototype][admin]=true&checksum[__proto__][x]=1',
        )
      }
      ;(
        await alice.client.put(
          `/api/users/${alice.client.id}`,
          `{"what":"user","which":["locale"],"data":{"id":${alice.client.id}` +
            ',"locale":"en","__proto__":{"perm":{"admin":true}}}}',
        )
      ).expect(200, 400)
      const next = filesOf(await site.makePerson())
      for (const who of [alice, next]) {
        expect(await recordOf(who)).toMatchObject({ perm: { admin: false, execute: false } })
        for (const replica of site.urls.keys()) (await who.client.get('/api/users', { replica })).expect(403)
      }
    }),
  )
})
