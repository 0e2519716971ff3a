// rclone on the S3 server beside the page: both see one tree, with the same bytes, times and types, in both directions.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findRclone } from '../../scripts/lib/programs.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const MIB = 1024 * 1024
/** As small as S3 allows, so that a file of a few megabytes is sent in parts. */
const IN_PARTS = ['--s3-chunk-size', '5Mi', '--s3-upload-cutoff', '5Mi']
const TIMES = [Date.UTC(2019, 4, 6, 7, 8, 9), Date.UTC(1999, 11, 31, 23, 59, 59) + 250, Date.UTC(2031, 0, 1) + 7]

/** A tree with the kinds of names and sizes that a household has. Times are in milliseconds. */
const TREE: Record<string, Buffer> = {
  'plain.txt': Buffer.from('plain'),
  'empty.txt': Buffer.alloc(0),
  'Día de playa/foto 1.jpg': Buffer.from('not really a picture'),
  'papers/2026/50% off & more #1+2.pdf': Buffer.from('%PDF-1.4'),
  'papers/2026/日本語 «quotes».json': Buffer.from('{}'),
  'deep/er/and/deeper/%41.bin': Buffer.alloc(200_000, 'deep'),
  'big.bin': Buffer.concat(Array.from({ length: 12 }, (_, index) => Buffer.alloc(MIB, `block ${index}`))),
}
const timeOf = (name: string): number => TIMES[Object.keys(TREE).indexOf(name) % TIMES.length] ?? 0

let site: Site & { stop(): Promise<void> }
let s3: PlainS3
let program: string
let files: PersonsFiles
let bucket: string
let folder: string
beforeAll(async () => {
  site = await useSite()
  s3 = openS3(site.servers)
  program = await findRclone({ env: environment(), say: (line) => process.stderr.write(`${line}\n`) })
  files = filesOf(await site.makePerson())
  bucket = bucketOf(site.bucketPrefix, files)
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-rclone-'))
  // The first run on a machine builds rclone.
}, 900_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  s3.close()
  await site.stop()
})

/**
 * Runs rclone on the remote `nido:`, which is the S3 server.
 * @throws Error with its output when it fails
 */
function rclone(...args: string[]): Promise<string> {
  const { PATH, HOME } = environment()
  const { accessKey, secretKey } = site.servers.keys
  const child = spawn(program, ['--config', '', '--retries', '1', ...args], {
    env: {
      PATH,
      HOME,
      RCLONE_CONFIG_NIDO_TYPE: 's3',
      RCLONE_CONFIG_NIDO_PROVIDER: 'Minio',
      RCLONE_CONFIG_NIDO_ENDPOINT: site.servers.s3Endpoint,
      RCLONE_CONFIG_NIDO_ACCESS_KEY_ID: accessKey,
      RCLONE_CONFIG_NIDO_SECRET_ACCESS_KEY: secretKey,
    },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`rclone ${args.join(' ')} ended with ${code}: ${err}`)),
    )
  })
}

async function makeLocalTree(name: string): Promise<string> {
  const base = path.join(folder, name)
  for (const [relative, body] of Object.entries(TREE)) {
    const file = path.join(base, relative)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, body)
    await utimes(file, timeOf(relative) / 1000, timeOf(relative) / 1000)
  }
  return base
}

describe('what Nido wrote', () => {
  beforeAll(async () => {
    await mapParallel(Object.entries(TREE), 4, async ([name, body]) =>
      (await files.upload(`/by-nido/${name}`, body, { modified: String(timeOf(name)) })).expect(200),
    )
  }, 120_000)

  it('is listed by rclone with sizes and times', async () => {
    const listed = JSON.parse(await rclone('lsjson', '-R', '--files-only', `nido:${bucket}/by-nido`)) as {
      Path: string
      Size: number
      ModTime: string
      MimeType: string
    }[]
    const expected = Object.entries(TREE).map(([name, body]) => [name, body.length, new Date(timeOf(name)).getTime()])
    expect(listed.map(({ Path, Size, ModTime }) => [Path, Size, new Date(ModTime).getTime()]).sort()).toEqual(
      expected.sort(),
    )
    expect(listed.find(({ Path }) => Path === 'plain.txt')?.MimeType).toBe('text/plain; charset=utf-8')
    expect(await rclone('lsl', `nido:${bucket}/by-nido`)).toContain('5 2019-05-06')
  })

  it('matches the disk for rclone check, and a missing file does not', async () => {
    const local = await makeLocalTree('as-uploaded')
    await rclone('check', local, `nido:${bucket}/by-nido`)
    await rclone('check', '--download', local, `nido:${bucket}/by-nido`)
    await rm(path.join(local, 'plain.txt'))
    await expect(rclone('check', local, `nido:${bucket}/by-nido`)).rejects.toThrow('1 files missing')
  })

  it('is copied out with its times', async () => {
    const out = path.join(folder, 'out')
    await rclone('copy', `nido:${bucket}/by-nido`, out)
    const found = (await readdir(out, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
    expect(found.sort()).toEqual(Object.keys(TREE).sort())
    for (const name of found) {
      expect([name, Math.round((await stat(path.join(out, name))).mtimeMs)]).toEqual([name, timeOf(name)])
      expect((await readFile(path.join(out, name))).equals(TREE[name] ?? Buffer.alloc(1))).toBe(true)
    }
    // A client that compares times and sizes finds nothing left to do.
    expect(await rclone('sync', '--dry-run', '--stats-one-line', out, `nido:${bucket}/by-nido`)).toBe('')
  })

  it('is unchanged for rclone after it was moved and copied in Nido', async () => {
    ;(await files.copy('/by-nido', '/copied')).expect(200)
    ;(await files.rename('/copied', '/moved')).expect(200)
    // In the bucket it happens a moment after the answer.
    await happens(async () => (await s3.list(bucket, 'copied/')).length === 0, 'all is moved')
    await rclone('check', `nido:${bucket}/by-nido`, `nido:${bucket}/moved`)
    const local = await makeLocalTree('to-compare')
    expect(await rclone('sync', '--dry-run', '--combined', '-', local, `nido:${bucket}/moved`)).not.toMatch(/^[*+!-]/m)
  })
})

describe('what rclone wrote', () => {
  it('is listed by Nido with its times, types and empty folders', async () => {
    const local = await makeLocalTree('in')
    await mkdir(path.join(local, 'nothing in it'))
    await rclone(
      'copy',
      '--create-empty-src-dirs',
      '--s3-directory-markers',
      ...IN_PARTS,
      local,
      `nido:${bucket}/by-rclone`,
    )
    expect((await s3.head(bucket, 'by-rclone/big.bin')).ETag).toMatch(/-3"$/)
    for (const [name, body] of Object.entries(TREE)) {
      const told = await files.file(`/by-rclone/${name}`)
      expect([name, told.size, new Date(told.modified).getTime()]).toEqual([name, body.length, timeOf(name)])
      expect((await files.raw(`/by-rclone/${name}`)).body.equals(body)).toBe(true)
    }
    expect((await files.names('/by-rclone')).sort()).toEqual(
      [...new Set([...Object.keys(TREE).map((name) => name.split('/')[0] ?? ''), 'nothing in it'])].sort(),
    )
    expect(await files.names('/by-rclone/nothing in it')).toEqual([])
    expect((await s3.head(bucket, 'by-rclone/Día de playa/foto 1.jpg')).ContentType).toBe('image/jpeg')
    expect(
      (await files.raw('/by-rclone/Día de playa/foto 1.jpg', { inline: 'true' })).headers['content-type'],
    ).toContain('image/jpeg')
  })

  it('can be replaced by rclone, and Nido keeps the version before', async () => {
    await writeFile(path.join(folder, 'in', 'plain.txt'), 'changed on the disk')
    await rclone('sync', '--s3-directory-markers', ...IN_PARTS, path.join(folder, 'in'), `nido:${bucket}/by-rclone`)
    expect(await files.read('/by-rclone/plain.txt')).toBe('changed on the disk')
    const { items } = (await files.client.get('/api/versions/by-rclone/plain.txt'))
      .expect(200)
      .json<{ items: unknown[] }>()
    expect(items).toHaveLength(2)
  })
})
