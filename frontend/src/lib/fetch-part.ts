// Code of the page that is fetched when it is needed. A fetch can fail: the connection is down, or an upgrade has
// removed the file.
import { isPageOutdated } from './page-version.ts'

/** Milliseconds before the second try. */
const AGAIN_MS = 400

/** A part of the page could not be fetched. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  /** Nido was updated: this part no longer exists, and a reload gets the new page. */
  readonly isOutdated: boolean

  constructor(cause: unknown, isOutdated: boolean) {
    super('a part of the page could not be fetched', { cause })
    this.isOutdated = isOutdated
  }
}

/**
 * Fetches a part, and retries once if that fails.
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

/** Whether somebody is waiting for a part and will report its failure. */
export const isFetchingShownPart = (): boolean => shown > 0

/** The same for a visible part, which shows a message if it cannot be fetched. @throws PartMissing */
export async function fetchShownPart<Part>(load: () => Promise<Part>): Promise<Part> {
  shown += 1
  try {
    return await fetchPart(load)
  } finally {
    shown -= 1
  }
}
