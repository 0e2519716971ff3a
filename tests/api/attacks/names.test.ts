// Odd or dangerous names, through every call that accepts them, and how they come out again everywhere (P12, D02, X04).
import { describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import { encodePath } from '../../helpers/client.ts'
import { unpackWithTools } from '../../helpers/unpack.ts'
import { bucketOf } from '../files-client.ts'
import { guestOf, linksOf } from '../links-client.ts'
import { alice, s3, site } from './opening.ts'
import { watched } from './watched.ts'

const VALID = [
  'ends ',
  'ends.',
  ' begins',
  '...',
  'emoji 🎉',
  '-',
  '-rf',
  '%',
  '%41',
  '#',
  '?',
  '+',
  'a,b',
  'a";filename="x.html',
  '{}',
  '$(touch pwn)',
  ';id',
  '\u202etxt.exe',
  'con',
  `${'é'.repeat(127)}x`,
]
const INVALID = ['a\u0000b', 'a\nb', 'a\u0001b', 'a\u007fb', 'x'.repeat(256), 'é'.repeat(128), 'a\\..\\b']

type Bring = (path: string) => Promise<unknown>
const WAYS: readonly (readonly [string, Bring])[] = [
  ['an upload', async (path) => (await alice.upload(path, 'bytes')).expect(200)],
  [
    'a resumable upload',
    async (path) => {
      ;(await alice.tusBegin(path, 5)).expect(201)
      ;(await alice.tusPatch(path, 0, 'bytes')).expect(204)
    },
  ],
  [
    'a rename',
    async (path) => {
      const from = `/from/${Buffer.from(path).toString('hex').slice(-40)}`
      ;(await alice.upload(from, 'bytes')).expect(200)
      ;(await alice.rename(from, path)).expect(200)
    },
  ],
  ['a copy', async (path) => (await alice.copy('/parent/open/in.txt', path)).expect(200)],
]

describe('a name', () => {
  it.each(WAYS)(
    'P12, X04: that comes by %s is unchanged in lists, downloads, archives, links and deletes',
    watched(async (way, bring) => {
      const folder = `/names of ${way}`
      await mapParallel(VALID, 4, (name) => bring(`${folder}/${name}`))
      expect(new Set(await alice.names(folder))).toEqual(new Set(VALID))
      const guest = guestOf(site.client())
      const { hash } = await linksOf(alice.client).make(folder)
      await mapParallel(VALID, 4, async (name) => {
        const path = encodePath(`/${name}`)
        for (const answer of [await alice.raw(`${folder}/${name}`), await guest.download(hash, path)]) {
          expect(answer.expect(200).text).toBe(way === 'a copy' ? 'open' : 'bytes')
          expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=utf-8''[\w.~!#$&+^`|%-]+$/)
        }
      })
      const unpacked = unpackWithTools((await alice.raw(folder, { algo: 'tar' })).expect(200).body, 'tar')
      for (const found of Object.values(unpacked)) expect(new Set(Object.keys(found))).toEqual(new Set(VALID))
      await mapParallel(VALID, 4, async (name) => (await alice.remove(`${folder}/${name}`)).expect(204))
      expect(await alice.names(folder)).toEqual([])
    }),
  )

  it(
    'P12: that is invalid is 400 in every call, and nothing is created',
    watched(async () => {
      await alice.given({ 'bad/a.txt': 'kept' })
      for (const name of INVALID) {
        const path = `/bad/${name}`
        for (const answer of [
          await alice.upload(path, 'x'),
          await alice.mkdir(path),
          await alice.tusBegin(path, 1),
          await alice.rename('/bad/a.txt', path),
          await alice.copy('/bad/a.txt', path),
        ])
          answer.expect(400)
      }
      const longest = `/${'k'.repeat(250)}`.repeat(4)
      ;(await alice.remove(longest)).expect(204, 404)
      ;(await alice.upload(longest, 'x')).expect(200)
      ;(await alice.upload(`/${'k'.repeat(250)}`.repeat(5), 'x')).expect(400)
      expect(await alice.names('/bad')).toEqual(['a.txt'])
    }),
  )
})

describe('keys of another tool', () => {
  it(
    'D02: that lead elsewhere on some system are changed in archives of every format, also through links',
    watched(async () => {
      const bucket = bucketOf(site.bucketPrefix, alice)
      const keys = [
        'odd/..\\..\\evil.bat',
        'odd/C:\\x',
        'odd/\\\\host\\share',
        'odd/a\\..\\b',
        'odd/con',
        'odd/new\nline',
        'odd/plain.txt',
        'odd//double',
        'odd/../up',
        'odd/./here',
      ]
      const put = await mapParallel(keys, 4, (key) =>
        s3.put(bucket, key, 'evil').then(
          () => key,
          () => null,
        ),
      )
      expect(put).toEqual(expect.arrayContaining(['odd/C:\\x', 'odd/con', 'odd/plain.txt']))
      const { hash } = await linksOf(alice.client).make('/odd')
      const tars = new Set<string>()
      for (const algo of ['zip', 'tar'] as const) {
        for (const answer of [
          await alice.raw('/odd', { algo }),
          await guestOf(site.client()).download(hash, `?algo=${algo}`),
        ]) {
          for (const found of Object.values(unpackWithTools(answer.expect(200).body, algo))) {
            for (const name of Object.keys(found)) expect(name).toMatch(/^(?!.*(\\|\.\.|\n|^\/|\/\/)).+$/)
            expect(Object.keys(found)).toEqual(expect.arrayContaining(['con', 'plain.txt']))
            if (algo === 'tar') tars.add(Object.keys(found).toSorted().join())
          }
        }
      }
      // The other formats are the same tar, compressed (archives.test.ts).
      expect(tars.size).toBe(1)
    }),
  )
})
