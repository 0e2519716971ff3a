// Listings that miss something. Under great load two manifests were listed as empty, and whole a moment later: MinIO
// lists a folder as empty if it could not read it.
import { sleep } from '../lib/sleep.ts'

const PAUSES_MS = [50, 100, 200, 400]

/** Looks again for most of a second until what should be there is there. Answers what the last look has found. */
export async function lookUntil<T>(isThere: (found: T) => boolean, look: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    const found = await look()
    if (isThere(found)) return found
    await sleep(pause)
  }
  return look()
}
