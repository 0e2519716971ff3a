// Detects stalled readers: those who read almost nothing for a minute.

import { PACE_BYTES, PACE_MS } from '../../contract/fair-shares.ts'

const PIECE_BYTES = 2 * PACE_BYTES

export interface Pace {
  /**
   * Passes bytes on unchanged and measures the time that the reader takes. The time until the next bytes are available
   * is ours and does not count.
   */
  follow<Piece extends Uint8Array | string>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece>
  /** Whether the reader had a minute and took less than 64 KiB. */
  isStalled(): boolean
}

export function createPace(now: () => number = () => performance.now()): Pace {
  let taken = 0
  /** The reader's time since it had taken 64 KiB, without the current piece; and since when it has that piece. */
  let spentMs = 0
  let offeredAt: number | null = null

  function take(bytes: number): void {
    spentMs += now() - (offeredAt ?? now())
    offeredAt = null
    taken += bytes
    if (taken < PACE_BYTES) return
    taken = 0
    spentMs = 0
  }

  return {
    async *follow<Piece extends Uint8Array | string>(pieces: AsyncIterable<Piece>) {
      for await (const whole of pieces) {
        // A piece is taken as a whole, so with large pieces a slow reader would look like a stalled one.
        for (let at = 0; at < whole.length; at += PIECE_BYTES) {
          const piece = whole.length <= PIECE_BYTES ? whole : partOf(whole, at)
          offeredAt = now()
          yield piece
          take(piece.length)
        }
      }
    },
    isStalled: () => spentMs + (offeredAt === null ? 0 : now() - offeredAt) >= PACE_MS,
  }
}

const partOf = <Piece extends Uint8Array | string>(whole: Piece, at: number): Piece =>
  (typeof whole === 'string' ? whole.slice(at, at + PIECE_BYTES) : whole.subarray(at, at + PIECE_BYTES)) as Piece
