// What pages can do with content: never run it as code, and only pages of this site may embed private files (C6).
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { guestOf, linksOf } from '../links-client.ts'
import { alice, site } from './opening.ts'
import { watched } from './watched.ts'

const CODE = ['a.js', 'a.mjs', 'a.css', 'A.JS']
const png = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#08f' } })
    .png()
    .toBuffer()

describe('C6: content', () => {
  it(
    'that is code is shown as plain text, in the sandbox, for its owner and for guests',
    watched(async () => {
      await alice.given({
        ...Object.fromEntries(CODE.map((name) => [`c6/${name}`, 'self.RAN = 1'])),
        'c6/a.txt': 'a',
        'c6/a.html': '<b>a</b>',
      })
      const { hash } = await linksOf(alice.client).make('/c6')
      for (const name of CODE) {
        for (const answer of [
          await alice.raw(`/c6/${name}`, { inline: 'true' }),
          await guestOf(site.client()).download(hash, `/${name}?inline=true`),
        ]) {
          expect([name, answer.expect(200).headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
            name,
            'text/plain; charset=utf-8',
            'nosniff',
          ])
          expect(answer.headers['content-security-policy']).toMatch(/^sandbox; /)
        }
      }
      expect((await alice.raw('/c6/a.html', { inline: 'true' })).headers['content-type']).toBe(
        'text/html; charset=utf-8',
      )
    }),
  )

  it(
    'is refused to a browser that would run it, or use it as a style sheet',
    watched(async () => {
      await alice.given({
        'c6/a.js': 'self.RAN = 1',
        'c6/a.srt': '1\n00:00:01,000 --> 00:00:02,000\na\n',
        'c6/a.png': await png(),
      })
      const { hash } = await linksOf(alice.client).make('/c6')
      const paths = [
        '/api/raw/c6/a.js',
        '/api/raw/c6/a.js?inline=true',
        '/api/raw/c6',
        '/api/preview/thumb/c6/a.png',
        '/api/subtitle/c6/a.srt',
        `/api/public/dl/${hash}/a.js?inline=true`,
        `/api/public/preview/big/${hash}/a.png`,
      ]
      for (const path of paths) {
        for (const destination of ['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'xslt']) {
          expect([
            path,
            destination,
            (await alice.client.get(path, { headers: { 'Sec-Fetch-Dest': destination } })).status,
          ]).toEqual([path, destination, 403])
        }
        ;(await alice.client.get(path, { headers: { 'Service-Worker': 'script' } })).expect(403)
        for (const destination of ['image', 'empty', 'document', 'track', 'video', 'iframe'])
          (await alice.client.get(path, { headers: { 'Sec-Fetch-Dest': destination } })).expect(200)
      }
    }),
  )

  it(
    'of people can be embedded only by pages of this site, shared content by any page',
    watched(async () => {
      await alice.given({
        'c6/a.txt': 'a',
        'c6/a.srt': '1\n00:00:01,000 --> 00:00:02,000\na\n',
        'c6/a.png': await png(),
      })
      const { hash } = await linksOf(alice.client).make('/c6')
      const policyOf = async (path: string, headers: Record<string, string> = {}) =>
        (await alice.client.get(path, { headers })).expect(200, 304).headers['cross-origin-resource-policy']
      for (const path of [
        '/api/raw/c6/a.txt',
        '/api/raw/c6/a.txt?inline=true',
        '/api/raw/c6',
        '/api/preview/thumb/c6/a.png',
        '/api/subtitle/c6/a.srt',
      ]) {
        expect([path, await policyOf(path), await policyOf(path, { 'If-None-Match': '*' })]).toEqual([
          path,
          'same-origin',
          'same-origin',
        ])
      }
      for (const path of [
        `/api/public/dl/${hash}/a.txt`,
        `/api/public/dl/${hash}`,
        `/api/public/preview/thumb/${hash}/a.png`,
      ])
        expect([path, await policyOf(path)]).toEqual([path, undefined])
    }),
  )
})
