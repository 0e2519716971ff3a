// Who may make which call, over the table of all calls: strangers, people who are not administrators, foreign pages
// with a cookie (H01, H02, H03).
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import type { Call } from '../../../backend/contract/calls/call.ts'
import { PAGE_COOKIE, SESSION_COOKIE } from '../../../backend/contract/headers.ts'
import type { Client, RequestOptions } from '../../helpers/client.ts'
import { type Asked, nameOf, requestsTo, sendAll } from './calls.ts'
import { admin, alice, bob, stateOf, site, targets, troubleWith } from './opening.ts'
import { watched } from './watched.ts'

const FOREIGN = ['https://evil.example', 'null', 'http://sub.127.0.0.1']
const requests = (calls: readonly Call[], path = '/parent/secret.txt') =>
  calls.flatMap((call) => requestsTo(call, targets, path))
const PRIVATE = CALLS.filter(({ policy }) => policy !== 'public')
/** Everybody sees the events of the household; what is hidden of private ones is tested in calendar.test.ts. */
const SEEN_BY_ALL: ReadonlySet<string> = new Set(['GET /api/calendar/events/:id', 'PUT /api/reminders/events/:id'])

async function troubles(client: Client, asked: Asked[], statuses: number[], more?: RequestOptions): Promise<string[]> {
  const answers = await sendAll(client, asked, more)
  expect(answers.length).toBeGreaterThan(0)
  return answers.flatMap((answer) => troubleWith(answer, statuses) ?? [])
}

describe('every call', () => {
  it(
    'has a policy that is tested here',
    watched(() => {
      const tried: Record<Call['policy'], true> = { public: true, person: true, admin: true }
      expect(CALLS.filter(({ policy }) => !(policy in tried)).map(({ path }) => path)).toEqual([])
    }),
  )

  it.each(['', 'null', 'a.b.c'])(
    'that is not public is 401 with the token "%s", and nothing changes',
    watched(async (token) => {
      const before = await stateOf(alice, bob)
      const stranger = site.client()
      stranger.token = token
      expect(await troubles(stranger, requests(PRIVATE), [401])).toEqual([])
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )

  it(
    'for administrators is 403 for others, and so is what belongs to somebody else',
    watched(async () => {
      const before = await stateOf(alice, bob)
      expect(await troubles(alice.client, requests(CALLS.filter(({ policy }) => policy === 'admin')), [403])).toEqual(
        [],
      )
      const ofBob = PRIVATE.filter((call) => call.path.includes('/:id') && !SEEN_BY_ALL.has(nameOf(call)))
      expect(await troubles(alice.client, requests(ofBob, ''), [403, 404])).toEqual([])
      const byQuery = requests(CALLS.filter(({ query }) => query && 'user' in query)).map((one) => ({
        ...one,
        url: `${one.url}?user=${bob.client.id}`,
      }))
      expect(await troubles(alice.client, byQuery, [403, 404])).toEqual([])
      expect(await stateOf(alice, bob)).toEqual(before)
      ;(await bob.client.get('/api/sessions')).expect(200)
    }),
  )

  it(
    'H02, Y07: that changes something, imports too, ignores cookies, whatever page sends it',
    watched(async () => {
      const before = await stateOf(alice, bob)
      const changing = PRIVATE.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
      expect(changing.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/api/imports', '/api/import-torrent', '/api/torrent-cancel', '/api/follows']),
      )
      for (const person of [alice.client, admin]) {
        const asked = requests(changing)
        const Cookie = [SESSION_COOKIE, PAGE_COOKIE].map((name) => `${name}=${person.token}`).join('; ')
        const headers = { Cookie, 'Content-Type': 'text/plain', Origin: 'https://evil.example' }
        expect(await troubles(site.client(), asked, [401], { headers })).toEqual([])
      }
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )

  it.each(FOREIGN)(
    'H01: sends %s no headers that would let its scripts read the answer',
    watched(async (origin) => {
      const asked = requests(
        CALLS.filter(({ method }) => method === 'GET'),
        '/parent/open/in.txt',
      )
      const preflights = CALLS.map((call) => ({
        ...asked[0],
        call,
        method: 'OPTIONS',
        url: requestsTo(call, targets)[0]?.url ?? '',
        options: {},
      }))
      const headers = {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'x-auth, upload-length',
      }
      const [answers, preflighted] = [
        await sendAll(alice.client, asked, { headers }),
        await sendAll(alice.client, preflights, { headers }),
      ]
      expect(preflighted.filter(({ status }) => status !== 404).map(({ request }) => request)).toEqual([])
      for (const answer of [...answers, ...preflighted])
        expect([
          answer.request,
          Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
        ]).toEqual([answer.request, []])
    }),
  )

  it(
    'H03: that only reads changes nothing, even with a method override',
    watched(async () => {
      const before = await stateOf(alice, bob)
      const asked = CALLS.filter(({ method }) => method === 'GET' || method === 'HEAD')
        .flatMap((call) => [
          ...requestsTo(call, targets, '/parent/open/in.txt'),
          ...requestsTo({ ...call, method: 'HEAD' }, targets, '/parent/open'),
        ])
        .map((one) => ({ ...one, url: `${one.url}${one.url.includes('?') ? '&' : '?'}_method=DELETE` }))
      for (const name of ['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])
        await sendAll(alice.client, asked, { headers: { [name]: 'DELETE' } })
      expect(await stateOf(alice, bob)).toEqual(before)
    }),
  )
})
