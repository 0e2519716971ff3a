// Gets the sizes of pictures from a child process, many at a time.
import { z } from 'zod'
import type { Resolution } from '../../contract/resources.ts'
import { AppError } from './app-error.ts'
import { createBatch } from './batch.ts'
import type { ChildPool } from './child/pool.ts'

/** The size of a picture as displayed, by its first bytes; null if they do not tell it, or not in time. */
export type SizeOf = (first: Uint8Array) => Promise<Resolution | null>

/** Most pictures tell their size within so many bytes. Only for the others more are sent, because pipes are slow. */
const BEGINNING_BYTES = 4096
/** Pictures in one request: half a megabyte each at most, unless one is asked about alone. */
const PICTURES = 32
const LIMIT_MS = 2_000

const answer = z.array(z.strictObject({ width: z.int().positive(), height: z.int().positive() }).nullable())
const never = new AbortController().signal

export function createPictureSizes(children: Pick<ChildPool, 'run'>): SizeOf {
  async function ask(pictures: readonly Uint8Array[]): Promise<(Resolution | null)[]> {
    const lengths = pictures.map(({ length }) => length)
    const body = { length: lengths.reduce((sum, length) => sum + length, 0), open: () => pictures }
    try {
      const { value } = await children.run({
        task: 'pictureSizes',
        input: lengths,
        body,
        limitMs: LIMIT_MS,
        signal: never,
      })
      const sizes = answer.parse(value)
      if (sizes.length !== pictures.length) throw new Error('as many sizes were expected as there are pictures')
      return sizes
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // One of them was too much. The others must not suffer from that.
      const [first, ...rest] = pictures
      if (first === undefined || rest.length === 0) return [null]
      const found: (Resolution | null)[] = []
      for (const picture of pictures) found.push(...(await ask([picture])))
      return found
    }
  }

  const batch = createBatch<Uint8Array, { found: Resolution | null }>(async (pictures) => {
    const found: (Resolution | null)[] = []
    for (let at = 0; at < pictures.length; at += PICTURES) found.push(...(await ask(pictures.slice(at, at + PICTURES))))
    return found.map((one) => ({ found: one }))
  })
  const sizeOf: SizeOf = async (first) => (await batch(first)).found
  return async (first) => {
    if (first.length <= BEGINNING_BYTES) return sizeOf(first)
    return (await sizeOf(first.subarray(0, BEGINNING_BYTES))) ?? sizeOf(first)
  }
}
