// The work that moves bytes: uploads, downloads, zips, thumbnails.
import { randomBytes } from 'node:crypto'
import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import type { BenchSite } from './bench-site.ts'
import type { WorkId } from './floors.ts'
import { each, exchange, timed } from './wire.ts'

const MIB = 1024 * 1024
const LARGE = 256
const CHUNK = 16
const STREAM = 64
const SMALL = 1_000
const RANGES = 300
const RANGE = 64 * 1024
const THUMBS = 20
const MEBIBYTE = randomBytes(MIB)
const TUS = { 'Tus-Resumable': '1.0.0' }

/** One task on each side, with times in milliseconds. `round` counts from 0; each round uses new names. */
export interface Work {
  ids: readonly WorkId[]
  prepare?(site: BenchSite): Promise<void>
  /** One time for each id. */
  nido(site: BenchSite, round: number): Promise<number[]>
  direct(site: BenchSite, round: number): Promise<number[]>
}

const mebibytes = (count: number): Buffer[] => Array.from({ length: count }, () => MEBIBYTE)
const put = async (site: BenchSite, key: string, body: Buffer | Buffer[]) =>
  exchange(await site.sign('PUT', key), { method: 'PUT', body })
const one = async (time: Promise<number>): Promise<number[]> => [await time]

async function tusUpload(site: BenchSite, path: string, chunks: readonly (readonly Buffer[])[]): Promise<void> {
  const sizes = chunks.map((chunk) => chunk.reduce((sum, piece) => sum + piece.length, 0))
  await site.nido(`/api/tus${path}?override=false`, {
    method: 'POST',
    headers: { ...TUS, 'Upload-Length': String(sizes.reduce((sum, size) => sum + size, 0)) },
  })
  let offset = 0
  for (const [index, chunk] of chunks.entries()) {
    await site.nido(`/api/tus${path}?override=false`, {
      method: 'PATCH',
      body: chunk,
      headers: { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    })
    offset += sizes[index] ?? 0
  }
}

const inChunks = () => Array.from({ length: LARGE / CHUNK }, () => mebibytes(CHUNK))

async function multipart(site: BenchSite, key: string): Promise<void> {
  const {
    s3: { client },
    bucket,
  } = site
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }))
  const parts: { PartNumber: number; ETag: string }[] = []
  for (let number = 1; number <= LARGE / CHUNK; number += 1) {
    const { headers } = await exchange(
      await site.sign('PUT', key, { partNumber: String(number), uploadId: UploadId }),
      { method: 'PUT', body: mebibytes(CHUNK) },
    )
    parts.push({ PartNumber: number, ETag: String(headers.etag) })
  }
  await client.send(
    new CompleteMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId, MultipartUpload: { Parts: parts } }),
  )
}

/** The median time of single requests, and the 99th percentile. */
async function spread(request: (start: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < RANGES; count += 1) times.push(await timed(() => request(((count * 37) % LARGE) * MIB)))
  const sorted = times.toSorted((a, b) => a - b)
  return [sorted[Math.floor(RANGES * 0.5)] ?? NaN, sorted[Math.floor(RANGES * 0.99)] ?? NaN]
}
const rangeOf = (start: number) => ({ Range: `bytes=${start}-${start + RANGE - 1}` })

const photo = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#6af',
      noise: { type: 'gaussian', mean: 100 + seed, sigma: 30 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
let photos: Buffer[] = []

export const BYTES: readonly Work[] = [
  {
    ids: ['a1'],
    nido: (site, round) =>
      one(timed(() => site.nido(`/api/resources/large-${round}`, { method: 'POST', body: mebibytes(LARGE) }))),
    direct: (site, round) => one(timed(() => put(site, `large-${round}`, mebibytes(LARGE)))),
  },
  {
    ids: ['a2'],
    nido: (site, round) => one(timed(() => tusUpload(site, `/tus-${round}`, inChunks()))),
    direct: (site, round) => one(timed(() => multipart(site, `tus-${round}`))),
  },
  {
    ids: ['b1'],
    nido: (site, round) =>
      one(
        timed(() =>
          each(SMALL, 5, (index) =>
            site.nido(`/api/resources/small-${round}/${index}`, {
              method: 'POST',
              body: MEBIBYTE.subarray(index, index + 10_000),
            }),
          ),
        ),
      ),
    direct: (site, round) =>
      one(
        timed(() =>
          each(SMALL, 5, (index) => put(site, `small-${round}/${index}`, MEBIBYTE.subarray(index, index + 10_000))),
        ),
      ),
  },
  {
    ids: ['b2'],
    nido: (site, round) =>
      one(
        timed(() =>
          each(SMALL, 5, (index) =>
            tusUpload(site, `/small-tus-${round}/${index}`, [[MEBIBYTE.subarray(index, index + 10_000)]]),
          ),
        ),
      ),
    direct: (site, round) =>
      one(
        timed(() =>
          each(SMALL, 5, (index) => put(site, `small-tus-${round}/${index}`, MEBIBYTE.subarray(index, index + 10_000))),
        ),
      ),
  },
  {
    ids: ['c1'],
    prepare: async (site) => {
      await site.nido('/api/resources/down', { method: 'POST', body: mebibytes(LARGE) })
      await put(site, 'down', mebibytes(LARGE))
    },
    nido: (site) => one(timed(() => site.nido('/api/raw/down'))),
    direct: async (site) => {
      const url = await site.sign('GET', 'down')
      return [await timed(() => exchange(url))]
    },
  },
  {
    ids: ['c2'],
    prepare: async (site) => {
      await site.nido('/api/resources/stream', { method: 'POST', body: mebibytes(STREAM) })
      await put(site, 'stream', mebibytes(STREAM))
    },
    nido: (site) => one(timed(() => each(8, 8, () => site.nido('/api/raw/stream')))),
    direct: async (site) => {
      const url = await site.sign('GET', 'stream')
      return [await timed(() => each(8, 8, () => exchange(url)))]
    },
  },
  {
    ids: ['c3', 'c4'],
    prepare: async (site) => {
      await site.nido('/api/resources/ranges', { method: 'POST', body: mebibytes(LARGE) })
      await put(site, 'ranges', mebibytes(LARGE))
    },
    nido: (site) => spread((start) => site.nido('/api/raw/ranges', { headers: rangeOf(start) })),
    direct: async (site) => {
      const url = await site.sign('GET', 'ranges')
      return spread((start) => exchange(url, { headers: rangeOf(start) }))
    },
  },
  {
    ids: ['f'],
    prepare: async (site) => {
      await each(SMALL, 8, (index) =>
        site.nido(`/api/resources/zip/${index}`, { method: 'POST', body: MEBIBYTE.subarray(index, index + 100_000) }),
      )
      await each(SMALL, 8, (index) => put(site, `zip/${index}`, MEBIBYTE.subarray(index, index + 100_000)))
    },
    nido: (site) => one(timed(() => site.nido('/api/raw/zip?algo=zip'))),
    direct: async (site) => {
      const urls = await Promise.all(Array.from({ length: SMALL }, (_, index) => site.sign('GET', `zip/${index}`)))
      return [await timed(() => each(SMALL, 8, (index) => exchange(urls[index] ?? '')))]
    },
  },
  {
    ids: ['i1', 'i2'],
    prepare: async (site) => {
      photos = await Promise.all([1, 2].map(photo))
      await put(site, 'thumb', await sharp(photos[0]).resize(256, 256).jpeg().toBuffer())
    },
    nido: async (site, round) => {
      // Bytes after the end of a JPEG do not change the picture, but make a file that has no thumbnail yet.
      await each(THUMBS, 4, (index) =>
        site.nido(`/api/resources/photos-${round}/${index}.jpg`, {
          method: 'POST',
          body: [photos[index % 2] ?? MEBIBYTE, Buffer.from(`${round} ${index}`)],
        }),
      )
      const show = () =>
        timed(() => each(THUMBS, 4, (index) => site.nido(`/api/preview/thumb/photos-${round}/${index}.jpg`)))
      return [await show(), await show()]
    },
    direct: async (site) => {
      const url = await site.sign('GET', 'thumb')
      return [
        await timed(() =>
          each(THUMBS, 4, (index) =>
            sharp(photos[index % 2])
              .rotate()
              .resize(256, 256)
              .jpeg()
              .toBuffer(),
          ),
        ),
        await timed(() => each(THUMBS, 4, () => exchange(url))),
      ]
    },
  },
]
