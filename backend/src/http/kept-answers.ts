// Answers as they were sent last, compressed: preparing the same again takes longer than all the rest. Whether one is
// still true is for the caller to find out, by its ETag. A long one that is no longer true can be changed.
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { CODING_HEADER, codingFor, type Coding, type Compressed, recompressed } from './compression.ts'
import { isUnchanged } from './conditions.ts'
import type { AppContext } from './route.ts'

const BYTES_MAX = 16 * 1024 * 1024
/** A longer answer leaves room for too few others. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024
/** What an entry takes beside its bytes, about. */
const ENTRY_BYTES = 700
/** A shorter text is prepared anew in less time than its change takes; a longer one is too much to hold as a whole. */
const CHANGED_LENGTHS = { least: 64 * 1024, most: 32 * 1024 * 1024 }
const CHANGED_AT_ONCE = 2

/** An answer: who asks for what, and what it says by now. */
export interface TaggedAnswer<Version> {
  /** No two askers share one unless everything that they are told is the same. */
  view: string
  /** Its ETag, a weak one: the same in every content coding. */
  tag: string
  /** What the tag stands for. */
  version: Version
}

interface Kept<Version> extends Compressed {
  tag: string
  version: Version
}

/** How a kept answer becomes another one; null if it cannot. */
export type Change<Version> = Omit<TaggedAnswer<Version>, 'view'> & {
  edit: (text: Buffer) => Promise<readonly Buffer[] | null>
}

export class KeptAnswers<Version extends object> {
  readonly #kept: LRUCache<string, Kept<Version>>
  readonly #changing = pLimit(CHANGED_AT_ONCE)

  /** @param bytesMax how much all of them may take */
  constructor(bytesMax = BYTES_MAX) {
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.min(bytesMax, ANSWER_BYTES_MAX),
      sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
    })
  }

  /** Whether the ETag of an answer is worth finding out before the answer is prepared. */
  isAskedFor(ctx: AppContext, view: string): boolean {
    if (ctx.get('If-None-Match') !== '') return true
    const coding = codingFor(ctx)
    return coding !== null && this.#kept.has(keyOf(view, coding))
  }

  /** How to answer, with 304 or what is kept, if the answer has this ETag by now; null where neither is possible. */
  find(ctx: AppContext, { view, tag }: Omit<TaggedAnswer<Version>, 'version'>): (() => void) | null {
    if (isUnchanged(ctx.headers, tag))
      return () => {
        setTag(ctx, tag)
        ctx.status = 304
      }
    const coding = codingFor(ctx)
    const kept = coding === null ? undefined : this.#kept.get(keyOf(view, coding))
    if (coding === null || kept?.tag !== tag) return null
    return () => send(ctx, coding, kept)
  }

  /**
   * How to answer with what is kept, after a change; null where that is not possible.
   * @param changeFrom what has changed since a version
   */
  async findChanged(
    ctx: AppContext,
    view: string,
    changeFrom: (version: Version) => Promise<Change<Version> | null>,
  ): Promise<(() => void) | null> {
    const coding = codingFor(ctx)
    const kept = coding === null ? undefined : this.#kept.get(keyOf(view, coding))
    if (coding === null || kept === undefined || !isChangeable(kept)) return null
    const change = await changeFrom(kept.version)
    if (change === null) return null
    const { tag, version, edit } = change
    const compressed = await this.#changing(() => recompressed(coding, kept, edit))
    if (compressed === null) return null
    const changed = { tag, version, ...compressed }
    this.#kept.set(keyOf(view, coding), changed)
    return () => send(ctx, coding, changed)
  }

  /** Names the answer that is being made, and keeps it if it is compressed as a whole. */
  name(ctx: AppContext, { view, tag, version }: TaggedAnswer<Version>): void {
    setTag(ctx, tag)
    ctx.state.onCompressed = (coding, { bytes, length }) =>
      this.#kept.set(keyOf(view, coding), { tag, version, bytes: copyOf(bytes), length })
  }
}

/** With memory of its own: what compressors answer, and short buffers, may be parts of something longer. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const isChangeable = ({ length }: Compressed): boolean =>
  length >= CHANGED_LENGTHS.least && length <= CHANGED_LENGTHS.most

const keyOf = (view: string, coding: Coding): string => `${coding} ${view}`

function setTag(ctx: AppContext, tag: string): void {
  ctx.vary('Accept-Encoding')
  ctx.set('ETag', tag)
}

function send(ctx: AppContext, coding: Coding, { tag, bytes }: Pick<Kept<unknown>, 'tag' | 'bytes'>): void {
  setTag(ctx, tag)
  ctx.body = bytes
  ctx.set({ 'Content-Type': 'application/json; charset=utf-8', [CODING_HEADER]: coding })
}
