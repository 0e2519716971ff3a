// Long answers as they were sent last, compressed: preparing the same again takes longer than all the rest. Whether
// one is still true is for the caller to find out, by its ETag.
import { LRUCache } from 'lru-cache'
import { CODING_HEADER, codingFor, type Coding } from './compression.ts'
import { isUnchanged } from './conditions.ts'
import type { AppContext } from './route.ts'

const BYTES_MAX = 16 * 1024 * 1024
/** A longer answer leaves room for too few others. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024
/** What an entry takes beside its bytes, about. */
const ENTRY_BYTES = 300

/** An answer: who asks for what, and what it says by now. */
export interface TaggedAnswer {
  /** No two askers share one unless everything that they are told is the same. */
  view: string
  /** Its ETag, a weak one: the same in every content coding. */
  tag: string
}

export class KeptAnswers {
  readonly #kept = new LRUCache<string, { tag: string; bytes: Buffer }>({
    maxSize: BYTES_MAX,
    maxEntrySize: ANSWER_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  })

  /** Whether the ETag of an answer is worth finding out before the answer is prepared. */
  isAskedFor(ctx: AppContext, view: string): boolean {
    if (ctx.get('If-None-Match') !== '') return true
    const coding = codingFor(ctx)
    return coding !== null && this.#kept.has(keyOf(view, coding))
  }

  /** How to answer, with 304 or what is kept, if the answer has this ETag by now; null where neither is possible. */
  find(ctx: AppContext, { view, tag }: TaggedAnswer): (() => void) | null {
    if (isUnchanged(ctx.headers, tag))
      return () => {
        setTag(ctx, tag)
        ctx.status = 304
      }
    const coding = codingFor(ctx)
    const kept = coding === null ? undefined : this.#kept.get(keyOf(view, coding))
    if (coding === null || kept?.tag !== tag) return null
    return () => {
      setTag(ctx, tag)
      ctx.body = kept.bytes
      ctx.set({ 'Content-Type': 'application/json; charset=utf-8', [CODING_HEADER]: coding })
    }
  }

  /** Names the answer that is being made, and keeps it once it is compressed if it is `isLong`. */
  name(ctx: AppContext, { view, tag }: TaggedAnswer, isLong: boolean): void {
    setTag(ctx, tag)
    // A copy: what compressors answer may be the beginning of something longer.
    if (isLong)
      ctx.state.onCompressed = (coding, bytes) =>
        this.#kept.set(keyOf(view, coding), { tag, bytes: Buffer.from(bytes) })
  }
}

const keyOf = (view: string, coding: Coding): string => `${coding} ${view}`

function setTag(ctx: AppContext, tag: string): void {
  ctx.vary('Accept-Encoding')
  ctx.set('ETag', tag)
}
