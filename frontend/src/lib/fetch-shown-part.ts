// Parts that somebody waits for: if one does not come, a message says so.
import { fetchPart } from './fetch-part.ts'

/** How long each try may take. A connection that broke without notice never answers, and browsers wait for minutes. */
const PATIENCE_MS = 15_000

let shown = 0

/** Whether somebody is waiting for a part and will report its failure. */
export const isFetchingShownPart = (): boolean => shown > 0

/** Fetches a part, and retries once if it fails or does not come in time. @throws PartMissing */
export async function fetchShownPart<Part>(load: () => Promise<Part>): Promise<Part> {
  shown += 1
  try {
    return await fetchPart(() => inTime(load()))
  } finally {
    shown -= 1
  }
}

function inTime<Part>(coming: Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the part did not come in time')), PATIENCE_MS)
    void coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
