// LZMA, LZMA2 and the filters of 7z by liblzma, which knows them as parts of xz.
import { createStream } from 'lzma-native'
import type { Coder } from './blocks.ts'
import { DICTIONARY_MIN, dictionaryOf } from './dictionary.ts'

type Bytes = AsyncIterable<Uint8Array>

/** A filter of liblzma. */
interface Filter {
  id: string
  options?: Record<string, number>
}

/** LZMA packs seven thousand bytes into one at best. So this much unpacks to 56 MiB at most. */
const PIECE_BYTES = 8 * 1024

export function unpackLzma(packed: Bytes, coder: Coder): AsyncGenerator<Uint8Array> {
  // The first byte is (pb * 5 + lp) * 9 + lc.
  const first = coder.properties[0] ?? 0
  const [lc, lp, pb] = [first % 9, Math.floor(first / 9) % 5, Math.floor(first / 45)]
  return decode(packed, [{ id: 'LZMA_FILTER_LZMA1', options: { dictSize: dictionaryOf(coder), lc, lp, pb } }])
}

export const unpackLzma2 = (packed: Bytes, coder: Coder): AsyncGenerator<Uint8Array> =>
  decode(packed, [{ id: 'LZMA_FILTER_LZMA2', options: { dictSize: dictionaryOf(coder) } }])

export const unfilterDelta = (packed: Bytes, { properties }: Coder): AsyncGenerator<Uint8Array> =>
  unfilter(packed, { id: 'LZMA_FILTER_DELTA', options: { dist: (properties[0] ?? 0) + 1 } })

/**
 * Reverses a filter. liblzma only applies one together with LZMA2, and has to learn where the bytes end. So the bytes
 * become an LZMA2 stream in which nothing is packed.
 */
export const unfilter = (packed: Bytes, filter: Filter): AsyncGenerator<Uint8Array> =>
  decode(asLzma2(packed), [filter, { id: 'LZMA_FILTER_LZMA2', options: { dictSize: DICTIONARY_MIN } }])

/** A chunk's head: its kind (1 is the first one), and its length less one (LZMA2 in xz's lzma2_decoder.c). */
const CHUNK_BYTES = 0x10000

async function* asLzma2(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let kind = 1
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += CHUNK_BYTES) {
      const chunk = piece.subarray(at, at + CHUNK_BYTES)
      const last = chunk.length - 1
      yield Buffer.concat([Buffer.from([kind, last >> 8, last & 0xff]), chunk])
      kind = 2
    }
  }
  yield Buffer.from([0])
}

/** Unpacks what comes until it ends or the caller has enough. LZMA has no end of its own. */
async function* decode(packed: Bytes, filters: readonly Filter[]): AsyncGenerator<Uint8Array> {
  const decoder = createStream('rawDecoder', { filters, synchronous: true })
  const now: { isOver: boolean; failure: Error | null; wake(): void } = {
    isOver: false,
    failure: null,
    wake: () => undefined,
  }
  decoder.once('end', () => {
    now.isOver = true
    now.wake()
  })
  decoder.on('error', (failure) => {
    now.failure = failure
    now.wake()
  })
  try {
    for await (const piece of packed) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) {
        await new Promise<void>((resolve) => {
          now.wake = resolve
          decoder.write(piece.subarray(at, at + PIECE_BYTES), () => resolve())
        })
        for (let bytes = decoder.read(); bytes !== null; bytes = decoder.read()) yield bytes
        if (now.failure) throw now.failure
        if (now.isOver) return
      }
    }
  } finally {
    decoder.cleanup()
  }
}
