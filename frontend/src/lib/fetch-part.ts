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
