// What cameras wrote into photos, read when somebody asks for it.
import { photo, type Photo } from '../../../contract/photos.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'

/** Cameras write it in front of the picture, behind a small picture at most. */
const FIRST_BYTES = 512 * 1024
const LIMIT_MS = 5_000

/** What a photo tells of itself; null for nothing, also if it cannot be read. */
export async function photoOf(
  children: Pick<ChildPool, 'run'>,
  file: OpenFile,
  signal: AbortSignal,
): Promise<Photo | null> {
  const length = Math.min(FIRST_BYTES, file.stat.size)
  if (length === 0) return null
  const body = { length, open: () => file.read({ start: 0, end: length - 1 }) }
  try {
    const { value } = await children.run({ task: 'photoFacts', input: null, body, limitMs: LIMIT_MS, signal })
    return photo.nullable().parse(value)
  } catch (error) {
    // The picture was too much for the child. Its other information is of use all the same.
    if (error instanceof AppError && error.code === 'unsupportedMediaType') return null
    throw error
  }
}
