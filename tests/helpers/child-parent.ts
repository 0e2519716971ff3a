// The parent of a child's task in the same process, for tests that need a thousand tasks per second.
import type { Parent } from '../../backend/src/lib/child/serve.ts'

/** A parent whose file has these bytes. What the task sends is kept in `given`. */
export function parentWith(bytes: Uint8Array = new Uint8Array()): Parent & { given: Uint8Array[] } {
  const given: Uint8Array[] = []
  return {
    given,
    read: async (start, length) => Uint8Array.from(bytes.subarray(start, start + length)),
    give: async (piece) => void given.push(piece),
  }
}
