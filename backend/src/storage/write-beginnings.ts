// How a change of one file begins: with a look at the journal and at what is there, or without one where that is known.
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import { type FreeForNew, isFree, untilFree, untilFreeForNew } from './free.ts'
import type { JournalState } from './journal-state.ts'
import type { LiveIndex } from './live/live-index.ts'
import { WRITE_ID } from './metadata.ts'
import { fileObject, type InTheWay, inTheWayOfFile } from './names.ts'
import { headObject, type ObjectHead } from './objects.ts'
import { checkNewPath, pathText, type Place } from './paths.ts'
import { translating } from './s3-errors.ts'
import type { Intent, ReplaceableFile } from './write-effects.ts'
import type { WriteTurn } from './writes-under-way.ts'
import type { Expectation } from './writes.ts'

/** How a write begins: what it has found, and the revision of the journal before that. */
export interface WriteBeginning extends Pick<FreeForNew, 'sources'> {
  rev: number
  present: ReplaceableFile | null
  /** What is there is known, and was not asked for. */
  isKnown: boolean
}

export interface WriteBeginningsOptions {
  index: Pick<LiveIndex, 'file' | 'isClear' | 'lookingForClear' | 'top'>
  /** Moves what was deleted out of the way. @throws AppError `conflict`, `isFolder`, `locked` */
  clear(inTheWay: InTheWay): Promise<void>
}

export class WriteBeginnings {
  readonly #core: StorageCore
  readonly #options: WriteBeginningsOptions

  constructor(core: StorageCore, options: WriteBeginningsOptions) {
    this.#core = core
    this.#options = options
  }

  /** Throws what a write would be refused with now. Changes nothing. */
  async check(at: Place, expect: Expectation): Promise<void> {
    await this.#lookOnceFree(at, expect)
  }

  /** Checks the kinds around a place; answers the file that is there, and what was deleted and is in the way. */
  async #look(
    at: Place,
    { expect, journal }: { expect: Expectation; journal: JournalState },
  ): Promise<[ObjectHead | null, InTheWay | null]> {
    if (at.path === '') throw new AppError('isFolder', 'that is a folder')
    checkNewPath(at)
    const { clients } = this.#core
    const { index } = this.#options
    const isClear = index.isClear(at, journal)
    // S3 itself refuses to replace anything then.
    if (isClear && expect === 'absent' && clients.capabilities.putIfAbsent && !index.file(at)) return [null, null]
    const [head, inTheWay] = await Promise.all([
      headObject(clients.control, fileObject(at)),
      isClear ? null : this.#lookAround(at),
    ])
    if (expect === 'present' && !head) throw new AppError('notFound', 'nothing exists at that path')
    if (expect === 'absent' && head) throw new AppError('conflict', 'a file with that name exists')
    return [head, inTheWay]
  }

  #lookAround(at: Place): Promise<InTheWay | null> {
    const look = () => inTheWayOfFile(this.#core, at)
    return this.#options.index.lookingForClear(at, look, (found) => found === null)
  }

  /** Waits until a place may be written to, clears the way, and looks what is there. */
  async find(at: Place, expect: Expectation): Promise<WriteBeginning> {
    for (;;) {
      const { journal, sources, present, inTheWay } = await this.#lookOnceFree(at, expect)
      if (!inTheWay) return { rev: journal.rev, sources, present, isKnown: false }
      await this.#options.clear(inTheWay)
    }
  }

  /** What is there, and in the way, once nothing is pending there that a write of it would have to wait for. */
  async #lookOnceFree(at: Place, expect: Expectation) {
    for (;;) {
      const { journal, sources } = await untilFreeForNew(this.#core, at)
      const [present, inTheWay] = await translating(() => this.#look(at, { expect, journal }))
      if (sources.length === 0 || (!present && !inTheWay)) return { journal, sources, present, inTheWay }
      await untilFree(this.#core, pathText(at))
    }
  }

  /**
   * How a write begins that replaces what is known to be there, so that S3 is asked for nothing before it; null where
   * that is not known. S3 refuses it where another content is there by now. Another version with the same content
   * could only come by a write of this process, which `turn` tells, since no other serves people.
   */
  async known({ at, intent, turn }: { at: Place; intent: Intent; turn: WriteTurn }): Promise<WriteBeginning | null> {
    const { journal, clients } = this.#core
    if (intent.expect === 'absent' || turn.isShared || !clients.capabilities.putIfMatch) return null
    // With several replicas nothing is known, and the journal is read by whoever looks.
    if (!journal.trust.holds) return null
    const before = await journal.read()
    const isSure = isFree(this.#core, before, pathText(at)) && journal.trust.holds
    const top = isSure ? this.#options.index.top(at, before) : null
    if (!top) return null
    checkNewPath(at)
    const metadata: Record<string, string> = top.writeId === undefined ? {} : { [WRITE_ID]: top.writeId }
    return { rev: before.rev, sources: [], present: { ...top, metadata }, isKnown: true }
  }
}
