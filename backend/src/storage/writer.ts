// Changes of single paths: a file put, an upload completed, a folder made. Each asks the journal before and after, and
// follows what happened meanwhile.
import type { Readable } from 'node:stream'
import { AppError } from '../lib/app-error.ts'
import type { Buckets } from './buckets.ts'
import { tellCopied, type StorageCore } from './core.ts'
import { isUnsupported } from './capabilities.ts'
import { untilFree } from './free.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { type JournalState, laterThan } from './journal.ts'
import { type Intent, LateWrites, type Present } from './late-writes.ts'
import type { Listed } from './listing-page.ts'
import type { LiveIndex } from './live/live-index.ts'
import {
  asNewFile,
  contentIdOf,
  DEFAULT_TYPE,
  formatMtime,
  MTIME,
  mtimeMetadata,
  typeByName,
  WRITE_ID,
} from './metadata.ts'
import { type InTheWay, inTheWayOfFile, inTheWayOfFolder, versionBeneath } from './names.ts'
import { abortMultipart, completeMultipart, createMultipart, hasMultipart, putPart } from './object-parts.ts'
import { copyObject, copyPart } from './object-copies.ts'
import { headObject, type ObjectFacts, type ObjectHead, putFolderMarker, putObject } from './objects.ts'
import type { ReplacedVersion } from './operations/notes.ts'
import { checkNewPath, fileKey, folderKey, pathText, type Place } from './paths.ts'
import { s3ErrorName, translateS3Error, translating } from './s3-errors.ts'
import { splitStream } from './split-stream.ts'
import type { VersionLimit } from './version-limit.ts'
import type { NotedWrite, ReplacedNotes } from './replaced.ts'
import type { Confirm, Expectation, FileStat, Multiparts, Part, PutOptions, WriteOptions } from './types.ts'
import { partSizeFor } from './part-limits.ts'

// A body of known length up to this is one request; above, parts of it. A multipart takes effect at its end, and may
// last as long as it likes.
const PUT_AT_ONCE_MAX = 32 * 1024 * 1024
const PART_SIZE = 64 * 1024 * 1024
// Parts of a body of unknown length are held in memory one at a time.
const UNKNOWN_PART_SIZE = 8 * 1024 * 1024

/** A version that was made; `written` where it is known to the last detail what lies there now. */
export interface Made {
  etag: string
  version: string
  written?: { size: number; modified: Date }
}

/** How a change of one file is to take effect. */
export interface Effect {
  /** It must fail where something is there. */
  onlyIfAbsent: boolean
  /** What the version carries as `WRITE_ID`. */
  writeId: string
  /**
   * Asked when all bytes are there, right before they become the file: what it throws refuses that, and what is
   * replaced is noted by then.
   */
  confirm: () => ReturnType<Confirm>
}

export interface WriterOptions {
  replaced: Pick<ReplacedNotes, 'note' | 'isNoted' | 'forget' | 'leaveTo' | 'takeFrom'>
  index: Pick<LiveIndex, 'putFile' | 'putFolder' | 'suspect'>
  versions: Pick<VersionLimit, 'grew'>
  /** Moves what was deleted out of the way. @throws AppError `conflict`, `isFolder`, `locked` */
  clear(inTheWay: InTheWay): Promise<void>
}

/** A change of a file that may take effect now; `present`: what is there. */
interface ReadyChange {
  intent: Intent
  present: ObjectHead | null
  confirm: WriteOptions['confirm']
}

/** A change that took effect; `noted`: the note of `present`. */
interface Effected {
  intent: Intent
  present: ObjectHead | null
  noted: NotedWrite | null
}

/** Without versions nothing becomes history. */
const hasVersion = ({ version }: Pick<ObjectHead, 'version'>): boolean => version !== ''

export class Writer {
  readonly #core: StorageCore
  readonly #buckets: Buckets
  readonly #options: WriterOptions
  readonly #lateWrites: LateWrites

  constructor(core: StorageCore, buckets: Buckets, options: WriterOptions) {
    this.#core = core
    this.#buckets = buckets
    this.#options = options
    this.#lateWrites = new LateWrites(core, {
      commit: (at, intent, effect) => this.commit(at, intent, effect),
      clear: (inTheWay) => options.clear(inTheWay),
      note: (at, replaced, intent) => this.#note(at, replaced, intent),
      leaveTo: (op, at, replaced) => options.replaced.leaveTo(op, at, replaced),
      takeFrom: (op, at, version) => options.replaced.takeFrom(op, at, version),
    })
  }

  async checkWritable(at: Place, expect: Expectation): Promise<void> {
    await this.#buckets.ensure(at.bucket)
    await untilFree(this.#core, pathText(at))
    await translating(() => this.#look(at, expect))
  }

  /** Asks the kinds around a place, and answers the file that is there and what was deleted that is in the way. */
  async #look(at: Place, expect: Expectation): Promise<[ObjectHead | null, InTheWay | null]> {
    if (at.path === '') throw new AppError('isFolder', 'that is a folder')
    checkNewPath(at)
    const [head, inTheWay] = await Promise.all([
      headObject(this.#core.clients.control, this.#name(at)),
      inTheWayOfFile(this.#core, at),
    ])
    if (expect === 'present' && !head) throw new AppError('notFound', 'nothing exists at that path')
    if (expect === 'absent' && head) throw new AppError('conflict', 'a file with that name exists')
    return [head, inTheWay]
  }

  /**
   * Waits until nothing is pending at a place and nothing is in the way; answers the journal that told so, and the file
   * that is there.
   */
  async #ready(at: Place, expect: Expectation): Promise<{ before: JournalState; present: ObjectHead | null }> {
    for (;;) {
      const before = await untilFree(this.#core, pathText(at))
      const [present, inTheWay] = await translating(() => this.#look(at, expect))
      if (!inTheWay) return { before, present }
      await this.#options.clear(inTheWay)
    }
  }

  #name(at: Place) {
    return { bucket: at.bucket, key: fileKey(at) }
  }

  /**
   * Makes a change of one file take effect: asks the journal and the kinds around, runs it, asks the journal again.
   * What it replaces is noted for the trash where `replacing` names somebody, before it happens.
   */
  async commit(
    at: Place,
    options: Pick<WriteOptions, 'expect' | 'replacing' | 'confirm' | 'writeId'>,
    effect: (wish: Effect) => Promise<Made>,
  ): Promise<Made> {
    await this.#buckets.ensure(at.bucket)
    const intent: Intent = { ...options, writeId: options.writeId ?? this.#core.newId() }
    const { before, present } = await this.#ready(at, intent.expect)
    await this.#core.failpoints.at('writer.checked', pathText(at))
    const { made, noted } = await this.#takeEffect(at, { intent, present, confirm: options.confirm }, effect)
    const begun = { rev: before.rev, replaced: present?.version ?? '', intent }
    const followed = await translating(() => this.#lateWrites.settle(at, made, begun)).catch((error: unknown) => {
      noted?.end()
      throw error
    })
    if (followed === null) await this.#noteBeneath(at, made, { intent, present, noted })
    else noted?.end()
    await this.#tell(at, made, followed === null)
    if (present) this.#options.versions.grew(at)
    if (present && hasVersion(present)) await this.#core.onHistory({ at, bytes: present.size })
    return followed ?? made
  }

  async #takeEffect(
    at: Place,
    { intent, present, confirm }: ReadyChange,
    effect: (wish: Effect) => Promise<Made>,
  ): Promise<{ made: Made; noted: NotedWrite | null }> {
    const held: { noted: NotedWrite | null } = { noted: null }
    const wish: Effect = {
      onlyIfAbsent: intent.expect === 'absent',
      writeId: intent.writeId,
      confirm: async () => {
        const confirmed = await confirm?.(present && hasVersion(present) ? present : null)
        // Where nothing may be replaced by now, what is there refuses the write.
        if (present && confirmed !== 'absent') held.noted = await this.#note(at, present, intent)
        await this.#core.failpoints.at('replace.noted', pathText(at))
        return confirmed
      },
    }
    try {
      return { made: await effect(wish), noted: held.noted }
    } catch (error) {
      if (s3ErrorName(error) === 'NoSuchBucket') this.#buckets.forget(at.bucket)
      if (present) await this.#takeBack(at, { version: present.version, successor: intent.writeId }, { ...held, error })
      throw translateS3Error(error)
    }
  }

  /**
   * Another write may have come between a write's look and its effect. Then that one's file is what it has replaced,
   * and its note tells of another one's doing: whoever ended one of the two notes for good would take what the other
   * has.
   */
  async #noteBeneath(at: Place, made: Made, { intent, present, noted }: Effected): Promise<void> {
    try {
      if (intent.replacing !== undefined && intent.expect !== 'absent' && made.version !== '') {
        const beneath = await versionBeneath(this.#core, { ...this.#name(at), version: made.version })
        const isOther = beneath !== null && !beneath.isMarker && beneath.version !== present?.version
        if (isOther && !present) await this.#core.onHistory({ at, bytes: beneath.size })
        if (isOther) await this.#noteInstead(at, beneath, { intent, present, noted })
      }
      noted?.end()
    } catch (error) {
      this.#core.log.warn({ err: error }, 'what a write has replaced could not be looked at')
      await noted?.leave()
    }
  }

  async #noteInstead(at: Place, beneath: Listed, { intent, present, noted }: Effected): Promise<void> {
    const successor = intent.writeId
    // Who took this process for lost has looked itself.
    if (await this.#options.replaced.isNoted(at, { version: beneath.version, successor })) return
    const anew = await this.#note(at, beneath, intent)
    anew?.end()
    // What the same action wrote replaces nothing of others: the note has the version before all of it.
    if (anew && noted) await this.#options.replaced.forget(at, { version: present?.version ?? '', successor })
  }

  /** What is not known to be refused may have happened: then its note stays, in doubt. */
  async #takeBack(
    at: Place,
    replaced: ReplacedVersion,
    { noted, error }: { noted: NotedWrite | null; error: unknown },
  ): Promise<void> {
    if (!noted) return
    const isKnown = isUnsupported(error) || (error instanceof AppError && error.code !== 'unavailable')
    if (!isKnown) return noted.leave()
    await this.#options.replaced.forget(at, replaced).then(
      () => noted.end(),
      async (cause: unknown) => {
        this.#core.log.warn({ err: cause }, 'the note of a refused write could not be taken back')
        await noted.leave()
      },
    )
  }

  // Without versions there is nothing to bring back.
  async #note(
    at: Place,
    { version, size, metadata }: Present,
    { replacing, writeId }: Intent,
  ): Promise<NotedWrite | null> {
    if (replacing === undefined || version === '') return null
    return this.#options.replaced.note({
      ...replacing,
      at,
      version,
      size,
      writtenBy: metadata[WRITE_ID],
      successor: writeId,
    })
  }

  /** Has the index, those who watch, and the other replicas know of a change before it is acknowledged. */
  async #tell(at: Place, { etag, written }: Made, isSettled: boolean): Promise<void> {
    await this.#core.marks.announce(at.bucket)
    if (isSettled && written)
      return this.#options.index.putFile(at, { size: written.size, modified: written.modified.getTime(), etag })
    this.#options.index.suspect([pathText(at)])
    this.#core.changes.tellUpwards(at)
  }

  /** Puts a stream at a place, whole or not at all. */
  async put(at: Place, body: Readable, options: PutOptions): Promise<FileStat> {
    // Named here, so that what is answered of the file is what it is known by afterwards.
    const named = { ...options, writeId: options.writeId ?? this.#core.newId() }
    const { length } = named
    return length !== undefined && length <= PUT_AT_ONCE_MAX
      ? this.#putAtOnce(at, body, { ...named, length })
      : this.#putInParts(at, body, named)
  }

  #facts(at: Place, { modified, writeId }: { modified: Date; writeId?: string | undefined }): ObjectFacts {
    return {
      metadata: { [MTIME]: formatMtime(modified), ...(writeId && { [WRITE_ID]: writeId }) },
      contentType: typeByName(at.path) || DEFAULT_TYPE,
    }
  }

  async #putAtOnce(at: Place, body: Readable, options: PutOptions & { length: number }): Promise<FileStat> {
    const { data, capabilities } = this.#core.clients
    const { length, modified } = options
    const { etag, version } = await this.commit(at, options, async ({ onlyIfAbsent, writeId, confirm }) => {
      const parts = splitStream(body, length)
      const part = await parts.next(length, {
        // The condition has been sent by now.
        confirm: async () => {
          if ((await confirm()) === 'absent' && !onlyIfAbsent)
            throw new AppError('forbidden', 'what may be replaced has changed meanwhile')
        },
      })
      const facts = {
        ...this.#facts(at, { modified, writeId }),
        length,
        onlyIfAbsent: onlyIfAbsent && capabilities.putIfAbsent,
      }
      const made = await parts.sending((signal) => putObject(data, this.#name(at), { body: part, ...facts, signal }))
      return { ...made, written: { size: length, modified } }
    })
    return this.#stat(at, { etag, version, size: length }, options)
  }

  async #putInParts(at: Place, body: Readable, options: PutOptions & { writeId: string }): Promise<FileStat> {
    const { data } = this.#core.clients
    await this.checkWritable(at, options.expect)
    const uploadId = await translating(() => createMultipart(data, this.#name(at), this.#facts(at, options)))
    const letGo = this.#core.openParts.hold(uploadId)
    try {
      const parts = splitStream(body, options.length)
      const done: Part[] = []
      const size = options.length === undefined ? UNKNOWN_PART_SIZE : partSizeFor(options.length, PART_SIZE)
      for (let left = options.length ?? Infinity; left > 0;) {
        const content = options.length === undefined ? await parts.buffer(size) : await parts.next(Math.min(size, left))
        const length = Buffer.isBuffer(content) ? content.length : Math.min(size, left)
        if (length > 0 || done.length === 0)
          done.push(
            await parts.sending((signal) =>
              putPart(data, this.#name(at), { uploadId, number: done.length + 1, length, signal, body: content }),
            ),
          )
        left = length < size ? 0 : left - length
      }
      await parts.expectEnd()
      return await this.#complete(at, uploadId, done, options)
    } catch (error) {
      await this.#abandon(at, uploadId)
      throw translateS3Error(error)
    } finally {
      letGo()
    }
  }

  /** What stays when even this fails is seen by nobody; S3 servers and `make fsck` clear it away. */
  async #abandon(at: Place, uploadId: string): Promise<void> {
    await abortMultipart(this.#core.clients.control, this.#name(at), uploadId).catch((error: unknown) =>
      this.#core.log.warn({ err: error, bucket: at.bucket }, 'an unfinished upload was left behind'),
    )
  }

  /** Puts an older version on top, as a new one with its own time and type. */
  async restoreVersion(
    at: Place,
    version: string,
    how: Pick<WriteOptions, 'replacing' | 'confirm'> = {},
  ): Promise<void> {
    const from = { ...this.#name(at), version }
    await this.commit(at, { ...how, expect: 'present' }, async ({ writeId, confirm }) => {
      const head = await headObject(this.#core.clients.control, from)
      if (head) await confirm()
      const metadata = head && {
        ...asNewFile(mtimeMetadata(head.metadata, head.lastModified), version),
        [WRITE_ID]: writeId,
      }
      const copied =
        metadata &&
        (await copyObject(
          this.#core.clients.data,
          { from: { ...from, size: head.size }, to: this.#name(at) },
          { ...head, metadata },
        ))
      if (!copied) throw new AppError('notFound', 'there is no such version')
      await tellCopied(
        this.#core,
        { ...head, bucket: at.bucket, contentId: contentIdOf(metadata, '') },
        { etag: copied.etag },
      )
      return copied
    })
  }

  /** The parts of an upload that lives longer than a request (tus). */
  readonly multiparts: Multiparts = {
    create: async (at, options) => {
      await this.#buckets.ensure(at.bucket)
      return translating(() => createMultipart(this.#core.clients.data, this.#name(at), this.#facts(at, options)))
    },
    putPart: async (at, uploadId, number, body, length) => {
      if (Buffer.isBuffer(body))
        return putPart(this.#core.clients.data, this.#name(at), { uploadId, number, length, body })
      const parts = splitStream(body, length)
      const part = await parts.next(length)
      return parts.sending((signal) =>
        putPart(this.#core.clients.data, this.#name(at), { uploadId, number, length, signal, body: part }),
      )
    },
    copyPart: (at, uploadId, number, { start, end, ...from }) => {
      const { systemBucket, clients } = this.#core
      const own = this.#name(at)
      const source = 'scratch' in from ? { bucket: systemBucket, key: from.scratch } : { ...own, version: from.version }
      return translating(() => copyPart(clients.data, { ...source, start, end }, { ...own, uploadId, number }))
    },
    complete: (at, uploadId, parts, options) => this.#complete(at, uploadId, parts, options),
    abort: (at, uploadId) => translating(() => abortMultipart(this.#core.clients.control, this.#name(at), uploadId)),
    isThere: (at, uploadId) => translating(() => hasMultipart(this.#core.clients.control, this.#name(at), uploadId)),
  }

  async #complete(at: Place, uploadId: string, parts: Part[], options: WriteOptions): Promise<FileStat> {
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    const { etag, version } = await this.commit(at, options, async ({ onlyIfAbsent, confirm }) => {
      const { control, data, capabilities } = this.#core.clients
      const mustBeAbsent = (await confirm()) === 'absent' || onlyIfAbsent
      if (mustBeAbsent && !onlyIfAbsent && (await headObject(control, this.#name(at)))) {
        throw new AppError('conflict', 'a file with that name exists')
      }
      // The time was set when the upload was begun: it may be another than this one.
      return completeMultipart(data, this.#name(at), {
        uploadId,
        parts,
        onlyIfAbsent: mustBeAbsent && capabilities.completeIfAbsent,
      })
    })
    return this.#stat(at, { etag, version, size }, options)
  }

  #stat(
    at: Place,
    made: Pick<FileStat, 'etag' | 'version' | 'size'>,
    options: Pick<WriteOptions, 'modified' | 'writeId'>,
  ): FileStat {
    const { modified, writeId } = options
    const { contentType } = this.#facts(at, options)
    return {
      kind: 'file',
      modified,
      contentType,
      contentId: writeId ?? made.version,
      ...made,
      ...(writeId && { writeId }),
    }
  }

  /** Makes a folder and its parents. */
  async makeFolder(at: Place): Promise<void> {
    await this.#buckets.ensure(at.bucket)
    if (at.path === '') return
    checkNewPath(at)
    const path = pathText(at)
    for (;;) {
      const before = await untilFree(this.#core, path)
      const inTheWay = await translating(() => inTheWayOfFolder(this.#core, at))
      if (inTheWay) {
        await this.#options.clear(inTheWay)
        continue
      }
      const made = await translating(() => this.#putMarker(at))
      const now = await this.#core.journal.read()
      const op = laterThan(now, before.rev, path)
      if (!op && before.rev >= now.floor) {
        if (made) await this.#tellFolder(at, made)
        return
      }
      if (op && !(await this.#core.journal.untilClosed(op.id, HELD_WAIT_MS))) throw held()
    }
  }

  async #tellFolder(at: Place, made: Date): Promise<void> {
    await this.#core.marks.announce(at.bucket)
    this.#options.index.putFolder(at, made.getTime())
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
