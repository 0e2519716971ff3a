// Code of the page that comes when it is needed. A fetch can fail: the connection is gone, or an upgrade has taken the
// file away.
import { isPageOutdated } from './page-version.ts'

/** Milliseconds before the second try. */
const AGAIN_MS = 400

/** A part of the page could not be fetched. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  /** Nido was updated: the part will never come, and a reload brings the new page. */
  readonly isOutdated: boolean

  constructor(cause: unknown, isOutdated: boolean) {
    super('a part of the page could not be fetched', { cause })
    this.isOutdated = isOutdated
  }
}

/**
 * Fetches a part, and tries once more where that fails.
 * @throws PartMissing
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load().catch(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_MS)
      })
      return load()
    })
  } catch (error) {
    throw new PartMissing(error, await isPageOutdated())
  }
}

let shown = 0

/** Whether somebody waits for a part, and will say what is wrong with it. */
export const isFetchingShownPart = (): boolean => shown > 0

/** The same for a part in whose place words will stand where it cannot be had. @throws PartMissing */
export async function fetchShownPart<Part>(load: () => Promise<Part>): Promise<Part> {
  shown += 1
  try {
    return await fetchPart(load)
  } finally {
    shown -= 1
  }
}
