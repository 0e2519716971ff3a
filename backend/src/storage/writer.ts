// Changes of single paths: a file put, an upload completed, a folder made. Each asks the journal before and after, and follows what happened meanwhile.
import type { Readable } from 'node:stream'
import { AppError } from '../lib/app-error.ts'
import type { Buckets } from './buckets.ts'
import { tellCopied, type StorageCore } from './core.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { type JournalState, laterThan, touches } from './journal.ts'
import { LateWrites } from './late-writes.ts'
import type { LiveIndex } from './live/live-index.ts'
import { asNewFile, DEFAULT_TYPE, formatMtime, MTIME, mtimeMetadata, typeByName } from './metadata.ts'
import { clearForFile, clearForFolder } from './names.ts'
import { abortMultipart, completeMultipart, copyObject, createMultipart, hasMultipart, headObject, type ObjectFacts, type ObjectHead, putFolderMarker, putObject, putPart } from './objects.ts'
import { fileKey, folderKey, pathText, type Place } from './paths.ts'
import { s3ErrorName, translateS3Error, translating } from './s3-errors.ts'
import { splitStream } from './split-stream.ts'
import type { VersionLimit } from './version-limit.ts'
import type { ReplacedNotes } from './replaced.ts'
import type { Expectation, FileStat, Multiparts, Part, PutOptions, Replacing, WriteOptions } from './types.ts'

// A body of known length up to this is one request; above, parts of it. A multipart takes effect at its end, and may last as long as it likes.
const PUT_AT_ONCE_MAX = 32 * 1024 * 1024
const PART_SIZE = 64 * 1024 * 1024
// Parts of a body of unknown length are held in memory one at a time.
const UNKNOWN_PART_SIZE = 8 * 1024 * 1024
const PARTS_MAX = 9_000

/** A version that was made; `written` where it is known to the last detail what lies there now. */
export interface Made { etag: string; version: string; written?: { size: number; modified: Date } }

export interface WriterHears {
  versions: Pick<VersionLimit, 'grew'>
  replaced: Pick<ReplacedNotes, 'note'>
  index: Pick<LiveIndex, 'putFile' | 'putFolder' | 'suspect'>
}

export class Writer {
  readonly #core: StorageCore
  readonly #buckets: Buckets
  readonly #replaced: Pick<ReplacedNotes, 'note'>
  readonly #index: Pick<LiveIndex, 'putFile' | 'putFolder' | 'suspect'>
  readonly #lateWrites: LateWrites
  readonly #versions: Pick<VersionLimit, 'grew'>

  constructor(core: StorageCore, buckets: Buckets, { replaced, index, versions }: WriterHears) {
    this.#core = core
    this.#buckets = buckets
    this.#replaced = replaced
    this.#index = index
    this.#versions = versions
    this.#lateWrites = new LateWrites(core, (at, effect) => this.commit(at, { expect: 'any' }, effect))
  }

  /** The journal, once nothing pending touches a path. @throws AppError `locked` after half a minute */
  async free(path: string): Promise<JournalState> {
    let now = await this.#core.journal.read()
    if (!this.#isHeld(now, path)) return now
    const isFree = await this.#core.journal.until((state) => {
      now = state
      return !this.#isHeld(state, path)
    }, HELD_WAIT_MS)
    if (!isFree) throw held()
    return now
  }

  #isHeld({ ops }: JournalState, path: string): boolean {
    return ops.some((op) => touches(op, path) && (op.state !== 'new' || this.#core.failpoints.keeps('new')))
  }

  async checkWritable(at: Place, expect: Expectation): Promise<void> {
    await this.#buckets.ensure(at.bucket)
    await this.free(pathText(at))
    await translating(() => this.#prepare(at, expect))
  }

  /** Asks the kinds around a place, and answers the file that is there. */
  async #prepare(at: Place, expect: Expectation): Promise<ObjectHead | null> {
    if (at.path === '') throw new AppError('isFolder', 'that is a folder')
    const [head] = await Promise.all([headObject(this.#core.clients.control, this.#name(at)), clearForFile(this.#core, at)])
    if (expect === 'present' && !head) throw new AppError('notFound', 'there is nothing at that path')
    if (expect === 'absent' && head) throw new AppError('conflict', 'a file with that name exists')
    return head
  }

  #name(at: Place) {
    return { bucket: at.bucket, key: fileKey(at) }
  }

  /**
   * Makes a change of one file take effect: asks the journal and the kinds around, runs it, asks the journal again.
   * `effect` is told whether it must fail where something is there. What it replaces is noted for the trash where `replacing` names somebody.
   */
  async commit(at: Place, { expect, replacing }: Pick<WriteOptions, 'expect' | 'replacing'>, effect: (onlyIfAbsent: boolean) => Promise<Made>): Promise<Made> {
    await this.#buckets.ensure(at.bucket)
    const before = await this.free(pathText(at))
    const present = await translating(() => this.#prepare(at, expect))
    await this.#core.failpoints.at('writer.checked', pathText(at))
    const made = await translating(() => effect(expect === 'absent').catch((error: unknown) => {
      if (s3ErrorName(error) === 'NoSuchBucket') this.#buckets.forget(at.bucket)
      throw error
    }))
    const isSettled = await translating(() => this.#lateWrites.settle(at, made.version, before.rev))
    await this.#tell(at, made, isSettled)
    if (present) this.#versions.grew(at)
    // Without versions there is nothing to bring back.
    if (replacing && present?.version && made.version) await this.#replaced.note({ ...replacing, at, version: present.version, size: present.size, successor: made.version })
    return made
  }

  /** Has the index, those who watch, and the other replicas know of a change before it is acknowledged. */
  async #tell(at: Place, { etag, written }: Made, isSettled: boolean): Promise<void> {
    await this.#core.marks.announce(at.bucket)
    if (isSettled && written) return this.#index.putFile(at, { size: written.size, modified: written.modified.getTime(), etag })
    this.#index.suspect([pathText(at)])
    this.#core.changes.tellUpwards(at)
  }

  /** Puts a stream at a place, whole or not at all. */
  async put(at: Place, body: Readable, options: PutOptions): Promise<FileStat> {
    const facts = this.#facts(at, options.modified)
    const { length } = options
    return length !== undefined && length <= PUT_AT_ONCE_MAX ? this.#putAtOnce(at, body, { ...options, length }, facts) : this.#putInParts(at, body, options, facts)
  }

  #facts(at: Place, modified: Date): ObjectFacts {
    return { metadata: { [MTIME]: formatMtime(modified) }, contentType: typeByName(at.path) || DEFAULT_TYPE }
  }

  async #putAtOnce(at: Place, body: Readable, options: PutOptions & { length: number }, facts: ObjectFacts): Promise<FileStat> {
    const { etag, version } = await this.commit(at, options, async (onlyIfAbsent) => {
      const parts = splitStream(body, options.length)
      const part = await parts.next(options.length, { confirm: options.confirm })
      const made = await parts.sending((signal) => putObject(this.#core.clients.data, this.#name(at), part, { ...facts, length: options.length, onlyIfAbsent: onlyIfAbsent && this.#core.clients.features.putIfAbsent, signal }))
      return { ...made, written: { size: options.length, modified: options.modified } }
    })
    return { kind: 'file', size: options.length, modified: options.modified, contentType: facts.contentType, etag, version }
  }

  async #putInParts(at: Place, body: Readable, options: PutOptions, facts: ObjectFacts): Promise<FileStat> {
    const { data } = this.#core.clients
    await this.checkWritable(at, options.expect)
    const uploadId = await translating(() => createMultipart(data, this.#name(at), facts))
    try {
      const parts = splitStream(body, options.length)
      const done: Part[] = []
      const size = options.length === undefined ? UNKNOWN_PART_SIZE : Math.max(PART_SIZE, Math.ceil(options.length / PARTS_MAX))
      for (let left = options.length ?? Infinity; left > 0;) {
        const content = options.length === undefined ? await parts.buffer(size) : await parts.next(Math.min(size, left))
        const length = Buffer.isBuffer(content) ? content.length : Math.min(size, left)
        if (length > 0 || done.length === 0) done.push(await parts.sending((signal) => putPart(data, this.#name(at), { uploadId, number: done.length + 1, length, signal }, content)))
        left = length < size ? 0 : left - length
      }
      await parts.expectEnd()
      return await this.#complete(at, uploadId, done, options)
    } catch (error) {
      await this.#abandon(at, uploadId)
      throw translateS3Error(error)
    }
  }

  /** What stays when even this fails is seen by nobody; S3 servers and `make fsck` clear it away. */
  async #abandon(at: Place, uploadId: string): Promise<void> {
    await abortMultipart(this.#core.clients.control, this.#name(at), uploadId)
      .catch((error: unknown) => this.#core.log.warn({ err: error, bucket: at.bucket }, 'an unfinished upload was left behind'))
  }

  /** Puts an older version on top, as a new one with its own time and type. */
  async restoreVersion(at: Place, version: string, replacing?: Replacing): Promise<void> {
    const from = { ...this.#name(at), version }
    await this.commit(at, { expect: 'present', replacing }, async () => {
      const head = await headObject(this.#core.clients.control, from)
      const copied = head && await copyObject(this.#core.clients.data, { ...from, size: head.size }, this.#name(at), { ...head, metadata: asNewFile(mtimeMetadata(head.metadata, head.lastModified)) })
      if (!copied) throw new AppError('notFound', 'there is no such version')
      await tellCopied(this.#core, { ...head, bucket: at.bucket }, copied.etag)
      return copied
    })
  }

  /** The parts of an upload that lives longer than a request (tus). */
  readonly multiparts: Multiparts = {
    create: async (at, { modified }) => {
      await this.#buckets.ensure(at.bucket)
      return translating(() => createMultipart(this.#core.clients.data, this.#name(at), this.#facts(at, modified)))
    },
    putPart: async (at, uploadId, number, body, length) => {
      if (Buffer.isBuffer(body)) return putPart(this.#core.clients.data, this.#name(at), { uploadId, number, length }, body)
      const parts = splitStream(body, length)
      const part = await parts.next(length)
      return parts.sending((signal) => putPart(this.#core.clients.data, this.#name(at), { uploadId, number, length, signal }, part))
    },
    complete: (at, uploadId, parts, options) => this.#complete(at, uploadId, parts, options),
    abort: (at, uploadId) => translating(() => abortMultipart(this.#core.clients.control, this.#name(at), uploadId)),
    isThere: (at, uploadId) => translating(() => hasMultipart(this.#core.clients.control, this.#name(at), uploadId)),
  }

  async #complete(at: Place, uploadId: string, parts: Part[], options: WriteOptions): Promise<FileStat> {
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    const { etag, version } = await this.commit(at, options, async (onlyIfAbsent) => {
      await options.confirm?.()
      // The time was set when the upload was begun: it may be another than this one.
      return completeMultipart(this.#core.clients.data, this.#name(at), uploadId, parts, onlyIfAbsent && this.#core.clients.features.completeIfAbsent)
    })
    return { kind: 'file', size, modified: options.modified, contentType: this.#facts(at, options.modified).contentType, etag, version }
  }

  /** Makes a folder and its parents. */
  async makeFolder(at: Place): Promise<void> {
    await this.#buckets.ensure(at.bucket)
    if (at.path === '') return
    const path = pathText(at)
    for (;;) {
      const before = await this.free(path)
      await translating(() => clearForFolder(this.#core, at))
      const made = await translating(() => this.#putMarker(at))
      const now = await this.#core.journal.read()
      const op = laterThan(now, before.rev, path)
      if (!op && before.rev >= now.floor) {
        if (made) await this.#tellFolder(at, made)
        return
      }
      if (op && !await this.#core.journal.untilClosed(op.id, HELD_WAIT_MS)) throw held()
    }
  }

  async #tellFolder(at: Place, made: Date): Promise<void> {
    await this.#core.marks.announce(at.bucket)
    this.#index.putFolder(at, made.getTime())
  }

  /** The time of the marker that was put; null where one was there. */
  async #putMarker(at: Place): Promise<Date | null> {
    const marker = { bucket: at.bucket, key: folderKey(at) }
    if (await headObject(this.#core.clients.control, marker)) return null
    const made = new Date(this.#core.now())
    await putFolderMarker(this.#core.clients.control, marker, { [MTIME]: formatMtime(made) })
    return made
  }
}
