// What the types of lzma-native leave out.
import type { Transform } from 'node:stream'

declare module 'lzma-native' {
  /** A decoder of filters without a container. It has no end of its own if the last filter is LZMA. */
  export function createStream(
    coder: 'rawDecoder',
    options: {
      filters: readonly { id: string; options?: Record<string, number> }[]
      /** Whether it works in this thread. */
      synchronous: boolean
    },
  ): Transform & {
    /** Frees its memory. */
    cleanup(): void
    read(): Buffer | null
  }
}
