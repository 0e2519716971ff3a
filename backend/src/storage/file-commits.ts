// How a change of one file takes effect: it asks the journal and the kinds around, happens, and asks the journal again.
// What came between is followed (late-writes.ts).
import { AppError } from '../lib/app-error.ts'
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import { untilFree } from './free.ts'
import type { JournalState } from './journal-state.ts'
import { LateWrites } from './late-writes.ts'
import type { LiveIndex } from './live/live-index.ts'
import { madeByWrite } from './made-changes.ts'
import { fileObject, type InTheWay, inTheWayOfFile } from './names.ts'
import { headObject, type ObjectHead } from './objects.ts'
import { fileKey, checkNewPath, pathText, type Place } from './paths.ts'
import type { NotedWrite } from './note-sums.ts'
import type { ReplacedNotes } from './replaced.ts'
import { s3ErrorName, translateS3Error, translating } from './s3-errors.ts'
import type { VersionLimit } from './version-limit.ts'
import type { Effect, Intent, WrittenVersion } from './write-effects.ts'
import { type ReadyWrite, WriteNotes } from './write-notes.ts'
import type { Expectation, WriteOptions } from './writes.ts'

export interface FileCommitsOptions {
  buckets: Pick<Buckets, 'ensure' | 'forget'>
  replaced: Pick<ReplacedNotes, 'note' | 'isNoted' | 'forget' | 'leaveTo' | 'hasTaken' | 'takeFrom'>
  index: Pick<LiveIndex, 'file' | 'putFile' | 'suspect' | 'isClear' | 'lookingForClear'>
  versions: Pick<VersionLimit, 'grew'>
  /** Moves what was deleted out of the way. @throws AppError `conflict`, `isFolder`, `locked` */
  clear(inTheWay: InTheWay): Promise<void>
}

/** What a commit is asked to do. */
type CommitOptions = Omit<WriteOptions, 'modified'>

/** Without versions nothing becomes history. */
const hasVersion = ({ version }: Pick<ObjectHead, 'version'>): boolean => version !== ''

export class FileCommits {
  readonly #core: StorageCore
  readonly #options: FileCommitsOptions
  readonly #notes: WriteNotes
  readonly #lateWrites: LateWrites

  constructor(core: StorageCore, options: FileCommitsOptions) {
    this.#core = core
    this.#options = options
    this.#notes = new WriteNotes(core, options.replaced)
    this.#lateWrites = new LateWrites(core, {
      commit: async (at, intent, effect) => (await this.#commit(at, intent, effect)).made,
      clear: (inTheWay) => options.clear(inTheWay),
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
    const journal = await untilFree(this.#core, pathText(at))
    await translating(() => this.#look(at, { expect, journal }))
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

  /**
   * Waits until nothing is pending at a place, and clears the way. Answers the journal as read before the last look,
   * and the file that is there.
   */
  async #ready(at: Place, expect: Expectation): Promise<{ before: JournalState; present: ObjectHead | null }> {
    for (;;) {
      const before = await untilFree(this.#core, pathText(at))
      const [present, inTheWay] = await translating(() => this.#look(at, { expect, journal: before }))
      if (!inTheWay) return { before, present }
      await this.#options.clear(inTheWay)
    }
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
  ): Promise<{ made: WrittenVersion; isReplaced: boolean }> {
    await this.#options.buckets.ensure(at.bucket)
    const intent: Intent = { ...options, writeId: options.writeId ?? this.#core.newId() }
    const { before, present } = await this.#ready(at, intent.expect)
    const write = { at, intent, present }
    await this.#core.failpoints.at('writer.checked', pathText(at))
    const { made, noted } = await this.#takeEffect(write, options, effect)
    const begun = { rev: before.rev, replaced: present?.version ?? '', intent }
    const followed = await translating(() => this.#lateWrites.settle(at, made, begun)).catch((error: unknown) => {
      noted?.end()
      throw error
    })
    if (followed === null) await this.#notes.noteBeneath(write, made, noted)
    else noted?.end()
    await this.#tell(at, made, followed === null)
    if (present) this.#options.versions.grew(at)
    if (present && hasVersion(present)) await this.#core.onHistory({ at, bytes: present.size })
    return { made: followed ?? made, isReplaced: present !== null }
  }

  async #takeEffect(
    { at, intent, present }: ReadyWrite,
    { confirm, isExclusive = false }: Pick<WriteOptions, 'confirm' | 'isExclusive'>,
    effect: (wish: Effect) => Promise<WrittenVersion>,
  ): Promise<{ made: WrittenVersion; noted: NotedWrite | null }> {
    const held: { noted: NotedWrite | null } = { noted: null }
    const wish: Effect = {
      onlyIfAbsent: intent.expect === 'absent',
      onlyIfMatch: isExclusive && this.#core.clients.capabilities.putIfMatch ? present?.etag : undefined,
      writeId: intent.writeId,
      confirm: async () => {
        const confirmed = await confirm?.(present && hasVersion(present) ? present : null)
        // Where nothing may be replaced any more, what is there refuses the write.
        if (present && confirmed !== 'absent') held.noted = await this.#notes.note(at, present, intent)
        await this.#core.failpoints.at('replace.noted', pathText(at))
        return confirmed
      },
    }
    try {
      return { made: await effect(wish), noted: held.noted }
    } catch (error) {
      if (s3ErrorName(error) === 'NoSuchBucket') this.#options.buckets.forget(at.bucket)
      const { noted } = held
      if (present && noted) {
        const replaced = { version: present.version, successor: intent.writeId }
        await this.#notes.takeBack(at, replaced, { noted, error })
      }
      throw translateS3Error(error)
    }
  }

  /** Tells the index, the watchers and the other replicas of a change, before it is acknowledged. */
  async #tell(at: Place, { etag, written }: WrittenVersion, isSettled: boolean): Promise<void> {
    await this.#core.marks.announce(at.bucket)
    if (isSettled && written)
      return this.#options.index.putFile(at, { size: written.size, modified: written.modified.getTime(), etag })
    this.#options.index.suspect([pathText(at)])
    this.#core.changes.tellUpwards(at)
  }
}
