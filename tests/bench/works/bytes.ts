// The work that moves bytes: uploads, downloads, zips, hashes, thumbnails.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Subject } from '../subjects/subject.ts'
import { each, percentile, timed } from '../wire.ts'
import { type Work, warmed } from './work.ts'

const MIB = 1024 * 1024
const LARGE = 256
export const LARGE_BYTES = LARGE * MIB
const CHUNK = 16
const STREAM = 64
const SMALL = 1_000
const SMALL_BYTES = 10_000
const ZIPPED_BYTES = 100_000
const RANGES = 300
const RANGE = 64 * 1024
const THUMBS = 20
const MEBIBYTE = randomBytes(MIB)

export const mebibytes = (count: number): Buffer[] => Array.from({ length: count }, () => MEBIBYTE)
const chunks = () => Array.from({ length: LARGE / CHUNK }, () => mebibytes(CHUNK))
/** Bytes that differ from those of every other small file. */
export const smallBody = (index: number, bytes = SMALL_BYTES) => MEBIBYTE.subarray(index, index + bytes)
const one = async (task: () => Promise<unknown>): Promise<number[]> => [await timed(task)]

const photo = (seed: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 100 + seed, sigma: 30 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#6af', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
let photos: Promise<Buffer[]> | undefined

/** The median time of single requests, and the 99th percentile. */
async function spread(subject: Subject): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < RANGES; count += 1) {
    const start = ((count * 37) % LARGE) * MIB
    times.push(await timed(() => subject.get('ranges', { Range: `bytes=${start}-${start + RANGE - 1}` })))
  }
  return [percentile(times, 0.5), percentile(times, 0.99)]
}

async function thumbnails(subject: Subject, round: number): Promise<number[]> {
  const pictures = await (photos ??= Promise.all([1, 2].map(photo)))
  const at = (index: number) => `photos-${round}/${index}.jpg`
  // Bytes after the end of a JPEG do not change the picture, but make a file that has no thumbnail yet.
  await each(THUMBS, 4, (index) =>
    subject.put(at(index), [pictures[index % 2] ?? MEBIBYTE, Buffer.from(`${round} ${index}`)]),
  )
  const show = (isCold: boolean) => timed(() => each(THUMBS, 4, async (index) => subject.thumb?.(at(index), isCold)))
  return [await show(true), await show(false)]
}

export const BYTES: readonly Work[] = [
  {
    ids: ['a1'],
    needs: ['put'],
    // The first bytes load code and grow buffers permanently, whatever their number.
    prepare: async (subject) => void (await subject.put('warm-up', mebibytes(STREAM))),
    run: (subject, { round }) => one(() => subject.put(`large-${round}`, mebibytes(LARGE))),
  },
  {
    ids: ['a2'],
    needs: ['putInChunks'],
    run: (subject, { round }) => one(async () => subject.putInChunks?.(`tus-${round}`, chunks())),
  },
  warmed({
    ids: ['b1'],
    needs: ['put'],
    run: (subject, { round }) =>
      one(() => each(SMALL, 5, (index) => subject.put(`small-${round}/${index}`, smallBody(index)))),
  }),
  warmed({
    ids: ['b2'],
    needs: ['putInChunks'],
    run: (subject, { round }) => {
      const send = async (index: number) =>
        subject.name === 'minio'
          ? subject.put(`small-tus-${round}/${index}`, smallBody(index))
          : subject.putInChunks?.(`small-tus-${round}/${index}`, [smallBody(index)])
      return one(() => each(SMALL, 5, send))
    },
  }),
  {
    ids: ['c1'],
    needs: ['get'],
    prepare: async (subject) => {
      await subject.put('down', mebibytes(LARGE))
      await subject.get('down')
    },
    run: (subject) => one(() => subject.get('down')),
  },
  {
    ids: ['c2'],
    needs: ['get'],
    prepare: async (subject) => void (await subject.put('stream', mebibytes(STREAM))),
    run: (subject) => one(() => each(8, 8, () => subject.get('stream'))),
  },
  warmed({
    ids: ['c3', 'c4'],
    needs: ['get'],
    prepare: async (subject) => void (await subject.put('ranges', mebibytes(LARGE))),
    run: spread,
  }),
  {
    ids: ['f'],
    needs: ['zip'],
    prepare: async (subject) => {
      await each(SMALL, 8, (index) => subject.put(`zip/${index}`, smallBody(index, ZIPPED_BYTES)))
      // The plain client gets its addresses.
      await subject.zip?.('zip')
    },
    run: (subject) => one(async () => subject.zip?.('zip')),
  },
  {
    ids: ['h'],
    needs: ['hash'],
    run: async (subject, { round }) => {
      await subject.put(`hashed-${round}`, mebibytes(LARGE))
      return one(async () => subject.hash?.(`hashed-${round}`))
    },
  },
  { ids: ['i1', 'i2'], needs: ['thumb'], run: (subject, { round }) => thumbnails(subject, round) },
]
