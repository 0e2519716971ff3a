// Content and its headers: what caches may keep, and which ranges may be requested (group X). For scripts in content
// see tests/e2e/attacks.test.ts.
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import { guestOf, linksOf, withPassword } from '../links-client.ts'
import { requestsTo, sendAll } from './calls.ts'
import { alice, bob, isFull, site, targets } from './opening.ts'
import { watched } from './watched.ts'

describe('caches on the way', () => {
  it(
    'X10: may keep no answer of the API for others',
    watched(async () => {
      const asked = CALLS.filter(({ method }) => method === 'GET' || method === 'HEAD').flatMap((call) =>
        requestsTo(call, targets, call.path.includes('/public/') ? '/in.txt' : '/parent/open/in.txt'),
      )
      const answers = await sendAll(alice.client, asked)
      expect(
        answers
          .filter(({ headers }) => !/\b(private|no-store)\b/.test(headers['cache-control'] ?? ''))
          .map(({ request }) => request),
      ).toEqual([])
      const { hash } = await linksOf(alice.client).make('/parent/open', { password: 'Open-Sesame-42' })
      const guest = guestOf(site.client())
      for (const answer of [
        await guest.download(hash, '/in.txt', { headers: withPassword('Open-Sesame-42') }),
        await guest.download(hash, '/in.txt'),
      ])
        expect(answer.headers['cache-control']).toMatch(/private|no-store/)
    }),
  )

  it(
    "X10: can tell apart two people's files of the same name, and their previews",
    watched(async () => {
      const picture = (background: string) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer()
      await alice.given({ 'x10.txt': 'of alice', 'x10.png': await picture('#f00') })
      await bob.given({ 'x10.txt': 'of bob !', 'x10.png': await picture('#00f') })
      for (const call of ['/api/raw/x10.txt', '/api/preview/thumb/x10.png']) {
        const [first, second] = [(await alice.client.get(call)).expect(200), (await bob.client.get(call)).expect(200)]
        expect(first.headers['etag']).not.toBe(second.headers['etag'])
        expect(first.body.equals(second.body)).toBe(false)
        expect(
          (await bob.client.get(call, { headers: { 'If-None-Match': first.headers['etag'] ?? '' } }))
            .expect(200)
            .body.equals(second.body),
        ).toBe(true)
        expect((await bob.client.get(call)).expect(200).body.equals(second.body)).toBe(true)
      }
    }),
  )
})

describe('ranges', () => {
  const file = 'x11.txt'
  const ask = (range: string) => alice.raw(`/${file}`, {}, { headers: { Range: range } })

  it(
    'X11: that overlap, run backwards or are very many return no more bytes than the file has',
    watched(async () => {
      await alice.given({ [file]: '0123456789' })
      const many = (count: number, one: string) => `bytes=${Array.from({ length: count }, () => one).join(',')}`
      for (const range of [
        many(1000, '0-'),
        many(1000, '0-0'),
        `bytes=${Array.from({ length: 1000 }, (_, index) => `${index}-${index}`).join(',')}`,
        many(30, '0-'),
        many(30, '-10'),
        'bytes=0-9,1-9,2-9,3-9,4-9',
      ]) {
        const answer = (await ask(range)).expect(200, 206)
        expect([range, answer.body.length]).toEqual([range, 10])
      }
      for (const range of [
        'bytes=9-0',
        'bytes=--1',
        'bytes=a-b',
        'bytes=',
        'bytes',
        'bytes=0-0x1',
        'bytes=1e1-',
        `bytes=${'9'.repeat(400)}-`,
        'bytes=-0',
        'bytes=10-',
        'bytes=-',
      ])
        (await ask(range)).expect(200, 416)
      expect((await ask('bytes=-0')).expect(416).headers['content-range']).toBe('bytes */10')
    }),
  )

  it(
    'X11: of one byte may be requested by the hundred at once',
    watched(async () => {
      const answers = await mapParallel(
        Array.from({ length: isFull ? 500 : 100 }, () => 'bytes=0-0'),
        100,
        ask,
      )
      expect(answers.filter(({ status, text }) => status !== 206 || text !== '0')).toEqual([])
    }),
  )
})
