// Where files went that are moved while a backup is made. The journal forgets a move after two minutes, and a backup
// may take hours.
import { sleep } from '../../lib/sleep.ts'
import type { StorageCore } from '../core.ts'
import { historyKey } from '../aside.ts'
import {
  type AliasedMove,
  broughtFrom,
  type ClosedOperation,
  isAliased,
  isCommitted,
  type JournalState,
  type PendingOperation,
} from '../journal-state.ts'
import { contentIdOf, isVersion } from '../metadata.ts'
import { versionsOfKey } from '../names.ts'
import { headObject } from '../objects.ts'
import { pathText, type Place, place, placeOfText } from '../paths.ts'
import { whereNow } from '../pointers.ts'

const LOOK_EVERY_MS = 10_000
const LOOKS = 8
const PAUSE_MS = 100

type Move = ClosedOperation & { dst: string }

/** A version of an object. */
export interface VersionName {
  bucket: string
  key: string
  version: string
}

/** A version as it was listed: `contentId` is that of its content (metadata.ts). */
interface Wanted extends VersionName {
  size: number
  contentId: string
}

export class Moves {
  readonly #core: StorageCore
  readonly #since: number
  readonly #known = new Map<string, Move>()
  /** Moves that readers saw before everything had its copy, whenever that began. */
  readonly #aliased = new Map<string, AliasedMove>()
  readonly #timer: NodeJS.Timeout

  /** Remembers all moves that are committed after `journal`. */
  constructor(core: StorageCore, journal: JournalState) {
    this.#core = core
    this.#since = journal.rev
    this.#note(journal)
    core.journal.onChange((_, after) => this.#note(after))
    this.#timer = setInterval(() => void core.journal.read().catch(() => undefined), LOOK_EVERY_MS).unref()
  }

  #note({ ops, closed }: JournalState): void {
    const committed = [...closed.filter(({ how }) => how === 'removing'), ...ops.filter(isCommitted).map(asClosed)]
    for (const op of ops.filter(isAliased)) this.#aliased.set(op.id, op)
    for (const op of committed)
      if (op.kind === 'move' && op.dst !== null && op.since > this.#since)
        this.#known.set(op.id, { ...op, dst: op.dst })
  }

  /** The places to which something was moved (texts of `pathText`), in order. */
  async destinations(): Promise<string[]> {
    this.#note(await this.#core.journal.read())
    return this.#inOrder().map(({ dst }) => dst)
  }

  #inOrder(): Move[] {
    return [...this.#known.values()].toSorted((a, b) => a.since - b.since)
  }

  /**
   * Where a version is that is gone from its place; null if it was deleted for good. It may be moved on while it is
   * looked for, so that is done more than once.
   */
  async whereIs(wanted: Wanted): Promise<VersionName | null> {
    for (let look = 0; look < LOOKS; look += 1) {
      if (look > 0) await sleep(PAUSE_MS)
      const found = await this.#look(wanted)
      if (found) return found
    }
    const aside = { bucket: this.#core.systemBucket, key: historyKey(wanted.bucket, wanted.key, wanted.version) }
    const head = await headObject(this.#core.clients.control, aside)
    return head && { ...aside, version: head.version }
  }

  async #look(wanted: Wanted): Promise<VersionName | null> {
    const { bucket, key } = wanted
    this.#note(await this.#core.journal.read())
    const now = whereNow({ ops: [], closed: this.#inOrder() }, pathText(place(bucket, key)), this.#since)
    if (now === null) return null
    return (await this.#movingTo(now, wanted)) ?? this.#foundAt(placeOfText(now), wanted)
  }

  /** A version of what is moved lies where it was, as long as it has no copy. */
  async #movingTo(path: string, wanted: Wanted): Promise<VersionName | null> {
    const before = this.#broughtFrom(path)
    for (const from of [...before.flatMap((one) => this.#broughtFrom(pathText(one))), ...before]) {
      const found = await this.#foundAt(from, wanted)
      if (found) return found
    }
    return null
  }

  #broughtFrom(path: string): Place[] {
    return [...this.#aliased.values()].flatMap((op) => broughtFrom({ ops: [op] }, path))
  }

  async #foundAt({ bucket, path }: Place, { version, size, contentId }: Wanted): Promise<VersionName | null> {
    // A version that was moved often has lost the ids between the first and the last ones.
    const found = (await versionsOfKey(this.#core, bucket, path)).find(
      (one) => isVersion(one, version) || (one.size === size && contentIdOf(one.metadata, one.version) === contentId),
    )
    return found ? { bucket, key: path, version: found.version } : null
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

const asClosed = ({ id, kind, src, dst, isFile, since }: PendingOperation): ClosedOperation => ({
  id,
  kind,
  src,
  dst,
  isFile,
  since,
  how: 'removing',
  closedAt: 0,
})
