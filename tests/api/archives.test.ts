// Downloads of folders and selections: GET and HEAD /api/raw with `?algo=` and `?files=` (api-contract 4.2).
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ARCHIVE_ENDINGS } from '../../backend/contract/archives.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { describeBytes, run, unpackWithTools, type Unpacked } from '../helpers/unpack.ts'
import { happens, soon } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'
import { bucket, me, s3, site } from './own-folder.ts'

const MIB = 1024 * 1024
beforeAll(async () => {
  await me.given({
    'box/a.txt': 'A',
    'box/sub/b.txt': 'BB',
    'box/sub/deep/c.txt': 'CCC',
    'box/empty/': null,
    'box/nothing': '',
    'box/mis fotos ñ/50% #1?.txt': 'odd',
    'box/big.bin': big,
  })
})

const big = randomBytes(3 * MIB + 7)
const inBox: Unpacked = {
  'a.txt': 'A',
  'sub/': null,
  'sub/b.txt': 'BB',
  'sub/deep/': null,
  'sub/deep/c.txt': 'CCC',
  'empty/': null,
  nothing: '',
  'mis fotos ñ/': null,
  'mis fotos ñ/50% #1?.txt': 'odd',
  'big.bin': describeBytes(big),
}
const select = (who: PersonsFiles, paths: string[], algo = 'tar', at = '/') =>
  who.raw(at, { files: paths.map(encodeURIComponent).join(','), algo })
/** The content of an archive, read by the first tool that can. */
const contents = (bytes: Buffer, kind: 'zip' | 'tar' = 'tar'): Unpacked => {
  const [first] = Object.values(unpackWithTools(bytes, kind))
  if (!first) throw new Error('unzip, bsdtar or python3 is needed to look into a zip, tar into a tar')
  return first
}
const filesIn = (bytes: Buffer): string[] =>
  Object.keys(contents(bytes))
    .filter((name) => !name.endsWith('/'))
    .sort()
const nameOf = (headers: Readonly<Record<string, string>>) =>
  decodeURIComponent(/^attachment; filename\*=utf-8''(.*)$/.exec(headers['content-disposition'] ?? '')?.[1] ?? '')

describe('a folder', () => {
  it.each(['zip', 'tar'] as const)(
    'as %s comes complete, with the announced length, empty files and folders included',
    async (algo) => {
      const answer = (await me.raw('/box', { algo })).expect(200)
      expect(answer.headers).toMatchObject({
        'content-length': String(answer.body.length),
        'content-type': algo === 'zip' ? 'application/zip' : 'application/octet-stream',
        'cache-control': 'private',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers['transfer-encoding']).toBeUndefined()
      expect(nameOf(answer.headers)).toBe(`box.${algo}`)
      for (const [tool, found] of Object.entries(unpackWithTools(answer.body, algo)))
        expect({ tool, found }).toEqual({ tool, found: inBox })
    },
  )

  it.each([
    ['targz', gunzipSync],
    ['tarbz2', (bytes: Buffer) => run('bzip2', ['-dc'], bytes)?.stdout],
    ['tarxz', (bytes: Buffer) => run('xz', ['-dc'], bytes)?.stdout],
    ['tarlz4', (bytes: Buffer) => run('lz4', ['-dc'], bytes)?.stdout],
    ['tarbr', brotliDecompressSync],
    ['tarzst', zstdDecompressSync],
  ] as const)('as %s is the same tar, compressed', async (algo, open) => {
    const plain = (await me.raw('/box', { algo: 'tar' })).expect(200).body
    const answer = (await me.raw('/box/', { algo })).expect(200)
    expect(nameOf(answer.headers)).toBe(`box${ARCHIVE_ENDINGS[algo]}`)
    expect(answer.headers['content-type']).toBe(algo === 'targz' ? 'application/x-gzip' : 'application/octet-stream')
    const tar = open(answer.body) ?? plain
    expect(tar.equals(plain)).toBe(true)
  })

  it('keeps the times of its files', async () => {
    const time = 1_600_000_000
    await s3.put(bucket, 'old/a.txt', 'x', { metadata: { mtime: String(time) } })
    const tar = (await me.raw('/old', { algo: 'tar' })).expect(200).body
    expect(Number.parseInt(tar.toString('latin1', 136, 147), 8)).toBe(time)
  })

  it('that is empty gives an empty archive', async () => {
    expect(contents((await me.raw('/box/empty', { algo: 'tar' })).expect(200).body)).toEqual({})
    expect((await me.raw('/box/empty', { algo: 'zip' })).expect(200).body.length).toBe(22)
  })

  it('D02: gets names that are safe on every system', async () => {
    await s3.put(bucket, 'odd/..\\..\\evil.txt', 'x').catch(() => undefined)
    await me.given({
      'odd/back\\slash.txt': 'one',
      'odd/back_slash.txt': 'other',
      'odd/C:drive.txt': 'drive',
      'odd/ends.': 'dot',
    })
    for (const algo of ['zip', 'tar'] as const) {
      const found = contents((await me.raw('/odd', { algo })).expect(200).body, algo)
      expect(found).toEqual({
        'back_slash.txt': 'one',
        'back_slash (1).txt': 'other',
        'C:drive.txt': 'drive',
        'ends.': 'dot',
      })
    }
  })

  it('that is the root holds the shared folder, and is named after the scope', async () => {
    const one = filesOf(await site.makePerson())
    await one.given({ 'own.txt': 'mine', [`Shared/${one.client.username}/ours.txt`]: 'ours' })
    const answer = (await one.raw('/', { algo: 'tar' })).expect(200)
    expect(nameOf(answer.headers)).toBe(`${one.client.username}.tar`)
    expect(contents(answer.body)).toMatchObject({
      'own.txt': 'mine',
      'Shared/': null,
      [`Shared/${one.client.username}/ours.txt`]: 'ours',
    })
  })

  it("that is a new person's root holds nobody else's files", async () => {
    const one = filesOf(await site.makePerson({ scope: `/empty-${randomBytes(4).toString('hex')}/below` }))
    const answer = (await one.raw('/', { algo: 'tar' })).expect(200)
    expect(nameOf(answer.headers)).toBe('below.tar')
    expect(filesIn(answer.body).filter((name) => !name.startsWith('Shared/'))).toEqual([])
  })

  it('of 1,500 small files comes complete and in order', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `many/${String(index).padStart(4, '0')}.txt`)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => s3.put(bucket, name, name)))
    const found = contents((await me.raw('/many', { algo: 'zip' })).expect(200).body, 'zip')
    expect(Object.entries(found)).toHaveLength(1500)
    expect(Object.entries(found).every(([name, text]) => text === `many/${name}`)).toBe(true)
  })
})

describe('a selection', () => {
  it('is named after the folder that holds it', async () => {
    const answer = (await select(me, ['/box/a.txt', '/box/sub'])).expect(200)
    expect(nameOf(answer.headers)).toBe('_box.tar')
    expect(contents(answer.body)).toEqual({
      'a.txt': 'A',
      'sub/': null,
      'sub/b.txt': 'BB',
      'sub/deep/': null,
      'sub/deep/c.txt': 'CCC',
    })
  })

  it('of one file holds that file', async () => {
    const answer = (await select(me, ['/box/a.txt'])).expect(200)
    expect([nameOf(answer.headers), contents(answer.body)]).toEqual(['a.txt.tar', { 'a.txt': 'A' }])
  })

  it('skips what does not exist, and is 404 when nothing exists', async () => {
    expect(filesIn((await select(me, ['/box/none', '/box/a.txt'])).expect(200).body)).toEqual(['a.txt'])
    ;(await select(me, ['/none', '/box/none'])).expect(404)
  })

  it('includes a file once, even if its folder is selected too', async () =>
    expect(filesIn((await select(me, ['/box/sub', '/box/sub/b.txt'])).expect(200).body)).toEqual([
      'b.txt',
      'deep/c.txt',
    ]))

  it('cannot lead out of its folder', async () => {
    for (const path of ['../box/a.txt', 'x/../../box/a.txt']) (await select(me, [path], 'tar', '/box/sub')).expect(400)
  })
})

describe('requesting an archive', () => {
  it('D03: in an unknown format is 400, of a missing folder 404', async () => {
    for (const algo of ['rar', '../../x', 'ZIP']) (await me.raw('/box', { algo })).expect(400)
    ;(await me.raw('/none', { algo: 'zip' })).expect(404)
    ;(await select(me, ['a'], 'tar', '/none')).expect(404)
  })

  it('without a token is 401; without the permission it is 202 with no content', async () => {
    ;(await me.client.signedOut().get('/api/raw/box?algo=tar')).expect(401)
    const one = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await one.given({ 'box/a.txt': 'kept' })
    for (const answer of [
      await one.raw('/box', { algo: 'tar' }),
      await one.raw('/', { algo: 'zip' }),
      await select(one, ['/box/a.txt']),
    ])
      expect(answer.expect(202).body.length).toBe(0)
  })

  it('with HEAD answers the same headers and no body', async () => {
    const head = (await me.client.head('/api/raw/box?algo=tar')).expect(200)
    expect([head.body.length, nameOf(head.headers)]).toEqual([0, 'box.tar'])
    expect(head.headers['content-length']).toBe((await me.raw('/box', { algo: 'tar' })).headers['content-length'])
  })

  it('R03, R07: leaves out what is hidden, and what is denied with everything in it', async () => {
    const rules = [
      { regex: false, allow: false, path: '/box/secret', regexp: null },
      { regex: false, allow: true, path: '/box/secret/open', regexp: null },
      { regex: true, allow: false, path: '', regexp: { raw: '\\.key$' } },
    ]
    const one = filesOf(await site.makePerson({ hideDotfiles: true, rules }))
    const bucket = bucketOf(site.bucketPrefix, one)
    for (const name of ['a.txt', 'secret/s.txt', 'secret/open/o.txt', 'b.key', '.hidden', '.git/config'])
      await s3.put(bucket, `box/${name}`, name.slice(0, 1).toUpperCase())
    expect(Object.keys(contents((await one.raw('/box', { algo: 'tar' })).expect(200).body))).toEqual(['a.txt'])
    expect(filesIn((await select(one, ['/box/a.txt', '/box/secret', '/box/b.key'])).expect(200).body)).toEqual([
      'a.txt',
    ])
    ;(await one.raw('/box/secret', { algo: 'tar' })).expect(403)
  })

  it("reaches no other person's files", async () => {
    const other = filesOf(await site.makePerson())
    await other.given({ 'secret.txt': 'canary' })
    const answer = await select(me, [`/${other.client.username}/secret.txt`, '/box/a.txt'])
    expect(filesIn(answer.expect(200).body)).toEqual(['box/a.txt'])
  })
})

describe('an archive that cannot be finished', () => {
  // More than all the buffers on the way hold, so that most of it is still in the store when nobody has read anything.
  const long = randomBytes(64 * MIB)

  it.each(['zip', 'tar', 'targz', 'tarlz4'])('as %s breaks the connection', async (algo) => {
    const one = filesOf(await site.makePerson())
    await one.given({ 'box/a.bin': Buffer.alloc(12 * MIB), 'box/b.bin': long, 'box/z.txt': 'the end' })
    const bucket = bucketOf(site.bucketPrefix, one)
    const response = await one.client.open('GET', `/api/raw/box?algo=${algo}`)
    expect(response.statusCode).toBe(200)
    for (const { key, versionId } of await s3.versions(bucket, 'box/b.bin')) await s3.delete(bucket, key, versionId)
    await expect(readAll(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

describe('D01: the archives of a process', () => {
  /**
   * The number of compressed archives that one person may have at once. As many more wait; all others are told to
   * retry.
   */
  const AT_ONCE = 4
  const WAITING = 20
  // A Nido of its own, because the archives of other tests would have to wait.
  let nido: Nido
  let one: PersonsFiles
  beforeAll(async () => {
    nido = await startNido({ replicas: 1, servers: site.servers })
    one = filesOf(await nido.makePerson())
    await one.given({ 'box/a.bin': randomBytes(20 * MIB) })
  })
  afterAll(() => nido.stop())

  async function begin(algo: string): Promise<IncomingMessage> {
    const response = await one.client.open('GET', `/api/raw/box?algo=${algo}`)
    if (response.statusCode !== 200) response.destroy()
    return response
  }

  it('are limited in number, and no more are started', async () => {
    const begun: IncomingMessage[] = []
    const asked = Array.from({ length: AT_ONCE + WAITING + 2 }, async () => begun.push(await begin('targz')))
    const statuses = () => begun.map(({ statusCode }) => statusCode).toSorted()
    await happens(() => begun.length === AT_ONCE + 2, 'the first, and those who are too many')
    expect(statuses()).toEqual([...Array.from({ length: AT_ONCE }, () => 200), 503, 503])
    expect(begun.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBeDefined()
    // Each archive that ends lets the next one begin.
    for (let ended = 0; ended < AT_ONCE + WAITING + 2; ended += 1) {
      await happens(() => begun.length > ended, 'the next one')
      begun[ended]?.destroy()
    }
    await Promise.all(asked)
    expect(statuses()).toEqual([...Array.from({ length: AT_ONCE + WAITING }, () => 200), 503, 503])
  })

  it('are given up when their clients disconnect', async () => {
    for (let time = 0; time < 2 * AT_ONCE + 1; time += 1) {
      const response = await soon(
        () => begin('tarxz'),
        ({ statusCode }) => statusCode === 200,
      )
      expect(response.statusCode).toBe(200)
      response.destroy()
    }
    expect(
      filesIn(
        (
          await soon(
            () => one.raw('/box', { algo: 'tar' }),
            ({ status }) => status === 200,
          )
        ).expect(200).body,
      ),
    ).toEqual(['a.bin'])
  })
})

async function readAll(response: AsyncIterable<unknown>): Promise<number> {
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes
}
