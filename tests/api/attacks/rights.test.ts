// What rules deny and permissions withhold, over all calls (group R).
import { beforeAll, describe, expect, it } from '@jest/globals'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import { type Permission, PERMISSIONS } from '../../../backend/contract/permissions.ts'
import type { Rule } from '../../../backend/contract/users.ts'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import type { Answer } from '../../helpers/answer.ts'
import { bucketOf, filesOf, type PersonsFiles } from '../files-client.ts'
import { nameOf, requestsTo, sendAll, TREE_CALLS } from './calls.ts'
import { type Draft, ELSEWHERE, NEEDS } from './permissions.ts'
import { admin, alice, CANARY, s3, site, stateOf, targets, troubleWith } from './opening.ts'
import { watched } from './watched.ts'

describe('a path that a rule denies', () => {
  const spellings = [
    '/denied/secret.txt',
    '//denied/secret.txt',
    '/./denied/secret.txt',
    '/denied',
    '/denied/',
    '/denied//secret.txt',
    '/%64enied/secret.txt',
    '/parent/../denied/secret.txt',
    '/parent/%2e%2e/denied/secret.txt',
    '/denied%2fsecret.txt',
    '/denied/x/../secret.txt',
    '/caf%C3%A9/secret.txt',
    '/cafe%CC%81/secret.txt',
  ]
  // A socket is refused before its path is checked. For open sockets see shell-attacks.test.ts.
  const calls = TREE_CALLS.filter(({ answers }) => !(101 in answers))

  it(
    'R01: is 403 for every call, however it is written, and nothing changes',
    watched(async () => {
      const before = await stateOf(alice)
      const asked = spellings.flatMap((path) =>
        calls
          .filter(({ method }) => method !== 'PUT' || !path.endsWith('/'))
          .flatMap((call) => requestsTo(call, targets, path)),
      )
      expect((await sendAll(alice.client, asked)).flatMap((answer) => troubleWith(answer, [403]) ?? [])).toEqual([])
      for (const path of spellings)
        for (const action of ['copy', 'rename'])
          (
            await alice.client.patch(
              `/api/resources/parent/open/in.txt?action=${action}&override=true` +
                `&destination=${encodeURIComponent(path)}`,
            )
          ).expect(403)
      expect(await stateOf(alice)).toEqual(before)
    }),
  )

  it(
    'R01, R03: is in no listing, search, archive or count of its folder',
    watched(async () => {
      expect(await alice.names('/')).not.toContain('denied')
      const asked = calls
        .filter(({ method }) => method === 'GET' || method === 'HEAD')
        .flatMap((call) => requestsTo(call, targets, '/'))
      for (const answer of await sendAll(
        alice.client,
        asked.filter(({ url }) => !url.startsWith('/api/raw')),
      ))
        expect(answer.text).not.toMatch(/denied|caf(\u00e9|e\u0301)/)
      for (const algo of ['zip', 'tar'])
        expect((await alice.raw('/', { algo })).expect(200).text).not.toMatch(/denied\/|caf(\u00e9|e\u0301)/)
    }),
  )
})

describe('a pattern in a rule', () => {
  it(
    'R10, I04: is exact about letters and anchors, and no path can make it slow',
    watched(async () => {
      const one = filesOf(await site.makePerson())
      const like = (raw: string): Rule => ({ regex: true, allow: false, path: '', regexp: { raw } })
      const set = async (rules: Rule[]) =>
        (
          await admin.put(`/api/users/${one.client.id}`, {
            what: 'user',
            which: ['rules'],
            data: { id: one.client.id, rules },
          })
        ).expect(200)
      await one.given({ Secret: 'x', secret: 'x', 'Secret.txt': 'x', 'in/Secret': 'x' })
      await set([like('^/Secret$')])
      expect(
        (await mapParallel(['/Secret', '/secret', '/Secret.txt', '/in/Secret'], 4, (path) => one.raw(path))).map(
          ({ status }) => status,
        ),
      ).toEqual([403, 200, 200, 200])
      await set([like('^/(a+)+$'), like('(.*a){20}b$')])
      const hard = Array.from({ length: 20 }, () => `/${'a'.repeat(200)}!`)
      expect(new Set((await mapParallel(hard, 20, (path) => one.info(path))).map(({ status }) => status))).toEqual(
        new Set([404]),
      )
      ;(await one.info(`/${'a'.repeat(60)}`)).expect(403)
      ;(
        await admin.put(`/api/users/${one.client.id}`, {
          what: 'user',
          which: ['rules'],
          data: { id: one.client.id, rules: [like('(?=a)')] },
        })
      ).expect(400)
    }),
  )
})

/** Every permission except one. A person who may not download may not share either. */
const allBut = (missing: Permission) =>
  Object.fromEntries(
    PERMISSIONS.filter((name) => name !== 'admin').map((name) => [
      name,
      name !== missing && !(missing === 'download' && name === 'share'),
    ]),
  )

describe('a permission', () => {
  const tried = PERMISSIONS.filter((name) => !['admin', 'execute'].includes(name))
  const people = new Map<Permission, PersonsFiles>()
  beforeAll(async () => {
    await mapParallel(tried, 4, async (missing) => {
      const who = filesOf(await site.makePerson({ perm: allBut(missing) }))
      people.set(missing, who)
      const names = ['a.txt', 'a.srt', 'a.svg', 'a.gb', ...Array.from({ length: 12 }, (_, index) => `old${index}.txt`)]
      for (const name of names) await s3.put(bucketOf(site.bucketPrefix, who), name, CANARY)
    })
  })
  const personWithout = (missing: Permission): PersonsFiles => {
    const who = people.get(missing)
    if (!who) throw new Error(`nobody lacks ${missing}`)
    return who
  }

  it(
    'R06: is documented wherever it is needed, and tested here wherever it is documented',
    watched(() => {
      const told = CALLS.filter(({ permission, policy }) => permission !== undefined && policy !== 'admin')
        .map((call) => [nameOf(call), PERMISSIONS.filter((name) => call.permission?.includes(`\`${name}\``))] as const)
        .filter(([name]) => !ELSEWHERE.includes(name))
      const known = Object.entries(NEEDS).map(([name, drafts]) => [
        name,
        PERMISSIONS.filter((permission) => drafts.some(({ needs }) => needs.includes(permission))),
      ])
      expect(Object.fromEntries(known)).toEqual(Object.fromEntries(told))
    }),
  )

  it.each(tried)(
    'R06: %s is needed exactly where the reference says so',
    watched(async (missing) => {
      const who = personWithout(missing)
      const drafts = Object.entries(NEEDS).flatMap(([name, all]) =>
        all.map((one) => ({ ...one, method: name.split(' ', 1)[0] ?? '' })),
      )
      const isRefused = ({ needs }: Draft) =>
        needs.includes(missing) || (missing === 'download' && needs.includes('share'))
      const send = async ({ method, url, body, headers }: (typeof drafts)[number], number: number) => {
        const answer = await who.client.send(
          method,
          url
            .replace('OLD', `old${number % 12}.txt`)
            .replace('NEW', `new${number}`)
            .replace('HASH', targets['hash'] ?? ''),
          { body, headers },
        )
        return { ...answer, isDenied: answer.status === 403 || (answer.status === 202 && answer.body.length === 0) }
      }
      const before = await stateOf(who)
      const refused = await mapParallel(drafts.filter(isRefused), 4, send)
      expect(refused.filter(({ isDenied }) => !isDenied).map(({ request, status }) => `${request}: ${status}`)).toEqual(
        [],
      )
      expect(await stateOf(who)).toEqual(before)
      const allowed = await mapParallel(
        drafts.filter((one) => !isRefused(one) && !one.isHarmful),
        4,
        send,
      )
      expect(
        allowed
          .filter(({ isDenied, status }) => isDenied || status >= 500)
          .map(({ request, status }) => `${request}: ${status}`),
      ).toEqual([])
    }),
  )

  it(
    'R06: is not needed where the reference names none',
    watched(async () => {
      const mute = filesOf(
        await site.makePerson({
          perm: { create: false, rename: false, modify: false, delete: false, share: false, download: false },
        }),
      )
      const sessions = (await mute.client.get('/api/sessions')).expect(200).json<{ items: { id: string }[] }>()
      const own = { ...targets, 'users/id': String(mute.client.id), 'sessions/id': sessions.items[0]?.id ?? '' }
      await s3.put(bucketOf(site.bucketPrefix, mute), 'a.txt', 'x')
      // Without the calls that would end the session and with it the test.
      const calls = CALLS.filter(
        ({ permission, policy, path, method }) =>
          permission === undefined &&
          policy === 'person' &&
          path !== '/api/logout' &&
          !(method === 'DELETE' && path.startsWith('/api/sessions')) &&
          !(method === 'PUT' && path === '/api/users/:id'),
      )
      const answers = await sendAll(
        mute.client,
        calls.flatMap((call) => requestsTo(call, own, '/a.txt').slice(0, 1)),
      )
      expect(
        answers
          .filter(({ status }) => [202, 403].includes(status) || status >= 500)
          .map(({ request, status }) => `${request}: ${status}`),
      ).toEqual([])
    }),
  )

  it(
    'R05: to download is needed for every byte and every digest of a file',
    watched(async () => {
      const who = personWithout('download')
      const calls = CALLS.filter(({ errors, policy }) => policy === 'person' && errors.includes('downloadDenied'))
      expect(calls.length).toBeGreaterThan(5)
      const send = (paths: string[]) =>
        sendAll(
          who.client,
          paths.flatMap((path) => calls.flatMap((call) => requestsTo(call, targets, path, { isAll: true }))),
        )
      const isInformation = ({ request }: Answer) =>
        request.startsWith('GET /api/resources/') && !request.includes('?checksum=')
      const ofFiles = await send(['/a.txt', '/a.srt', '/a.svg', '/a.gb'])
      expect(
        ofFiles
          .filter((answer) => !isInformation(answer))
          .flatMap((answer) => troubleWith(answer, [202]) ?? (answer.body.length > 0 ? answer.request : [])),
      ).toEqual([])
      expect(
        ofFiles
          .filter(isInformation)
          .flatMap(
            (answer) =>
              troubleWith(answer, [200]) ?? (/"content"|"checksums"|"photo"/.test(answer.text) ? answer.request : []),
          ),
      ).toEqual([])
      expect(
        (await send(['/'])).flatMap(
          (answer) =>
            troubleWith(
              answer,
              isInformation(answer) || answer.request.includes('checksum') ? [200] : [202, 400, 501],
            ) ?? [],
        ),
      ).toEqual([])
      ;(await who.client.post('/api/share/a.txt', {})).expect(403)
    }),
  )
})
