// How a change of one file takes effect: it asks the journal and the kinds around, happens, and asks the journal again.
// What came between is followed (late-writes.ts).
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import { LateWrites } from './late-writes.ts'
import type { LiveIndex } from './live/live-index.ts'
import { madeByWrite } from './made-changes.ts'
import type { InTheWay } from './names.ts'
import type { ObjectHead } from './objects.ts'
import { fileKey, pathText, type Place } from './paths.ts'
import type { NotedWrite } from './note-sums.ts'
import type { ReplacedNotes } from './replaced.ts'
import { foundAnother, s3ErrorName, translateS3Error, translating } from './s3-errors.ts'
import type { VersionLimit } from './version-limit.ts'
import { type WriteBeginning, WriteBeginnings } from './write-beginnings.ts'
import type { Effect, Intent, WrittenVersion } from './write-effects.ts'
import { type ReadyWrite, WriteNotes } from './write-notes.ts'
import { type WriteTurn, WritesUnderWay } from './writes-under-way.ts'
import type { Expectation, WriteOptions } from './writes.ts'

export interface FileCommitsOptions {
  buckets: Pick<Buckets, 'ensure' | 'forget'>
  replaced: Pick<
    ReplacedNotes,
    'note' | 'noteAhead' | 'tell' | 'isNoted' | 'forget' | 'leaveTo' | 'hasTaken' | 'takeFrom'
  >
  index: Pick<
    LiveIndex,
    'file' | 'putFile' | 'suspect' | 'isClear' | 'lookingForClear' | 'top' | 'keepTop' | 'forgetTop'
  >
  versions: Pick<VersionLimit, 'grew'>
  /** Moves what was deleted out of the way. @throws AppError `conflict`, `isFolder`, `locked` */
  clear(inTheWay: InTheWay): Promise<void>
}

/** What a commit is asked to do. */
export interface CommitOptions extends Omit<WriteOptions, 'modified'> {
  /**
   * Whether the effect may be asked for twice, and obeys `onlyIfMatch`: first for the file that is known to be there,
   * and again for the one that a look has found, where S3 has refused the first.
   */
  isRepeatable?: boolean
}

/** Without versions nothing becomes history. */
const hasVersion = ({ version }: Pick<ObjectHead, 'version'>): boolean => version !== ''

/** `isSent`: whether it is taking effect just now, so that an error is what S3 says of that. */
type BegunWrite = ReadyWrite & WriteBeginning & { turn: WriteTurn; isSent: boolean }

interface Committed {
  made: WrittenVersion
  /** Whether there was a file before. */
  isReplaced: boolean
}

export class FileCommits {
  readonly #core: StorageCore
  readonly #options: FileCommitsOptions
  readonly #beginnings: WriteBeginnings
  readonly #notes: WriteNotes
  readonly #lateWrites: LateWrites
  readonly #underWay = new WritesUnderWay()

  constructor(core: StorageCore, options: FileCommitsOptions) {
    this.#core = core
    this.#options = options
    this.#beginnings = new WriteBeginnings(core, options)
    this.#notes = new WriteNotes(core, options.replaced)
    this.#lateWrites = new LateWrites(core, {
      commit: async (at, intent, effect) => (await this.#commit(at, intent, effect)).made,
      clear: (inTheWay) => options.clear(inTheWay),
      tellOwed: () => options.replaced.tell(),
      note: (at, replaced, intent) => this.#notes.note(at, replaced, intent),
      leaveTo: (op, at, replaced) => options.replaced.leaveTo(op, at, replaced),
      forget: (at, replaced) => options.replaced.forget(at, replaced),
      hasTaken: (op, at, version) => options.replaced.hasTaken(op, { bucket: at.bucket, key: fileKey(at) }, version),
      takeFrom: (op, at, version) => options.replaced.takeFrom(op, at, version),
    })
  }

  /** Throws what a write would be refused with now. The write itself asks again. */
  async checkWritable(at: Place, expect: Expectation): Promise<void> {
    await this.#options.buckets.ensure(at.bucket)
    await this.#beginnings.check(at, expect)
  }

  /**
   * Makes a change of one file take effect by `effect`. What it replaces is noted for the trash before that, where
   * `replacing` names somebody.
   */
  async commit(
    at: Place,
    options: CommitOptions,
    effect: (wish: Effect) => Promise<WrittenVersion>,
  ): Promise<WrittenVersion> {
    const { made, isReplaced } = await this.#commit(at, options, effect)
    this.#core.onMade(madeByWrite(at, options, isReplaced))
    return made
  }

  async #commit(
    at: Place,
    options: CommitOptions,
    effect: (wish: Effect) => Promise<WrittenVersion>,
  ): Promise<Committed> {
    await this.#options.buckets.ensure(at.bucket)
    const intent: Intent = { ...options, writeId: options.writeId ?? this.#core.newId() }
    const turn = this.#underWay.begin(pathText(at))
    const write = { at, intent, turn, isSent: false }
    try {
      const made = options.isRepeatable === true ? await this.#replaceKnown(write, options, effect) : null
      if (made) return made
      const found = await this.#beginnings.find(at, intent.expect)
      return await this.#write({ ...write, ...found }, options, effect)
    } finally {
      turn.end()
    }
  }

  /** A write that replaces the file that is known to be there; null where none is, or S3 has found another one. */
  async #replaceKnown(
    asked: Omit<BegunWrite, keyof WriteBeginning>,
    options: CommitOptions,
    effect: (wish: Effect) => Promise<WrittenVersion>,
  ): Promise<Committed | null> {
    const known = await this.#beginnings.known(asked)
    if (!known) return null
    const write = { ...asked, ...known }
    try {
      return await this.#write(write, options, effect)
    } catch (error) {
      if (!write.isSent || !foundAnother(error)) throw error
      await this.#notes.takeBackMoved(write, known.rev)
      return null
    }
  }

  async #write(
    write: BegunWrite,
    options: CommitOptions,
    effect: (wish: Effect) => Promise<WrittenVersion>,
  ): Promise<Committed> {
    const { at, intent, present, rev, sources, turn } = write
    await this.#core.failpoints.at('writer.checked', pathText(at))
    const { made, noted } = await this.#takeEffect(write, options, effect)
    write.isSent = false
    const begun = { rev, sources, replaced: present?.version ?? '', intent }
    const followed = await translating(() => this.#lateWrites.settle(at, made, begun)).catch((error: unknown) => {
      noted?.end()
      throw error
    })
    const isSure = write.isKnown && !turn.isShared && this.#core.journal.trust.holds
    if (followed === null && !isSure) await this.#notes.noteBeneath(write, made, noted)
    else noted?.end()
    // Whoever is told of the change asks at once how much old versions take.
    if (present && hasVersion(present)) await this.#core.onHistory({ at, bytes: present.size })
    await this.#tell(write, made, followed === null)
    if (present) this.#options.versions.grew(at)
    return { made: followed ?? made, isReplaced: present !== null }
  }

  async #takeEffect(
    write: BegunWrite,
    { confirm, isExclusive = false }: Pick<WriteOptions, 'confirm' | 'isExclusive'>,
    effect: (wish: Effect) => Promise<WrittenVersion>,
  ): Promise<{ made: WrittenVersion; noted: NotedWrite | null }> {
    const { at, intent, present } = write
    const held: { noted: NotedWrite | null } = { noted: null }
    const isOnlyOne = write.isKnown || (isExclusive && this.#core.clients.capabilities.putIfMatch)
    const wish: Effect = {
      onlyIfAbsent: intent.expect === 'absent',
      onlyIfMatch: isOnlyOne ? present?.etag : undefined,
      writeId: intent.writeId,
      confirm: async () => {
        const confirmed = await confirm?.(present && hasVersion(present) ? present : null)
        const note = write.isKnown ? 'noteAhead' : 'note'
        // Where nothing may be replaced any more, what is there refuses the write.
        if (present && confirmed !== 'absent') held.noted = await this.#notes[note](at, present, intent)
        await this.#core.failpoints.at('replace.noted', pathText(at))
        write.isSent = true
        return confirmed
      },
    }
    try {
      return { made: await effect(wish), noted: held.noted }
    } catch (error) {
      this.#options.index.forgetTop(at)
      if (s3ErrorName(error) === 'NoSuchBucket') this.#options.buckets.forget(at.bucket)
      const replaced = { version: present?.version ?? '', successor: intent.writeId }
      if (held.noted) await this.#notes.takeBack(at, replaced, { noted: held.noted, error })
      throw translateS3Error(error)
    }
  }

  /** Tells the index and the watchers of a change before it is acknowledged, and the others where it went elsewhere. */
  async #tell({ at, turn }: BegunWrite, { written }: WrittenVersion, isSettled: boolean): Promise<void> {
    const { index } = this.#options
    if (!isSettled) await this.#core.marks.announce(at)
    else if (written) {
      index.putFile(at, { size: written.size, modified: written.modified.getTime(), etag: written.etag })
      return turn.isShared ? index.forgetTop(at) : index.keepTop(at, written)
    }
    index.suspect([pathText(at)])
    this.#core.changes.tellUpwards(at)
  }
}
