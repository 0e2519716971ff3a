// Bodies that become files, at once or in parts, and old versions that become the file again.
import type { Readable } from 'node:stream'
import { AppError } from '../lib/app-error.ts'
import { type StorageCore, tellCopied } from './core.ts'
import type { FileStat } from './entries.ts'
import type { FileCommits } from './file-commits.ts'
import { statOf } from './file-stats.ts'
import { asNewFile, contentIdOf, mtimeMetadata, WRITE_ID } from './metadata.ts'
import { fileObject } from './names.ts'
import { copyObject } from './object-copies.ts'
import { abortMultipart, createMultipart, putPart } from './object-parts.ts'
import { headObject, type Made, type ObjectFacts, putBody } from './objects.ts'
import { partSizeFor } from './part-limits.ts'
import type { PartUploads } from './part-uploads.ts'
import type { Place } from './paths.ts'
import { replacing, translateS3Error, translating } from './s3-errors.ts'
import { type SplitStream, splitStream } from './split-stream.ts'
import type { Effect } from './write-effects.ts'
import type { Part, PutOptions, UploadAt, WriteOptions } from './writes.ts'
import { factsOfWrite, statOfWrite } from './written-files.ts'

/** A body of known length up to this is one request. A longer one goes in parts, which may take any time. */
const PUT_AT_ONCE_MAX = 32 * 1024 * 1024
const PART_SIZE = 64 * 1024 * 1024
/** For a body of unknown length, of which one part at a time is held in memory. */
const UNKNOWN_PART_SIZE = 8 * 1024 * 1024
/** A body that may only replace what was found is held in memory up to this. */
const EXCLUSIVE_MAX = 8 * 1024 * 1024
/** The same where it need not be: with more bytes one request more or less is not felt. */
const HELD_MAX = 1024 * 1024

/** A put of all bytes in one request. */
type OnePut = Pick<Effect, 'onlyIfAbsent' | 'onlyIfMatch' | 'confirm'> & { facts: ObjectFacts & { length: number } }

/** Settles when all bytes of a stream were read; never for bytes in memory, which are to be released one at a time. */
const whenRead = (content: Readable | Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (!Buffer.isBuffer(content)) content.once('close', resolve)
  })

function demandReplaceable(confirmed: 'absent' | undefined, isOnlyIfAbsent: boolean): void {
  if (confirmed === 'absent' && !isOnlyIfAbsent)
    throw new AppError('forbidden', 'what may be replaced has changed meanwhile')
}

/** All bytes of a body of declared length. */
async function wholeOf(parts: SplitStream, length: number): Promise<Buffer> {
  const body = await parts.buffer(length)
  if (body.length < length) throw new AppError('badRequest', 'the body differs from its declared length')
  await parts.expectEnd()
  return body
}

export class Writer {
  readonly #core: StorageCore
  readonly #commits: FileCommits
  readonly #uploads: PartUploads

  constructor(core: StorageCore, commits: FileCommits, uploads: PartUploads) {
    this.#core = core
    this.#commits = commits
    this.#uploads = uploads
  }

  /** Puts a stream at a place, whole or not at all. */
  async put(at: Place, body: Readable, options: PutOptions): Promise<FileStat> {
    // Named here, so that the answer tells the id that the file has.
    const named = { ...options, writeId: options.writeId ?? this.#core.newId() }
    const { length, isExclusive = false } = named
    return length !== undefined && length <= (isExclusive ? EXCLUSIVE_MAX : PUT_AT_ONCE_MAX)
      ? this.#putAtOnce(at, body, { ...named, length })
      : this.#putInParts(at, body, named)
  }

  async #putAtOnce(at: Place, body: Readable, options: PutOptions & { length: number }): Promise<FileStat> {
    const { length, modified, putBy } = options
    let split: SplitStream | undefined
    let held: Promise<Buffer> | undefined
    const isRepeatable = length <= HELD_MAX
    const made = await this.#commits.commit(at, { ...options, isRepeatable }, async (effect) => {
      const facts = { ...factsOfWrite(at, { modified, putBy, writeId: effect.writeId }), length }
      split ??= splitStream(body, length)
      if (effect.onlyIfMatch !== undefined) held ??= wholeOf(split, length)
      const made = held
        ? await this.#putHeld(at, held, { ...effect, facts })
        : await this.#stream(at, split, { ...effect, facts })
      return { ...made, written: statOf({ ...made, ...facts, size: length, lastModified: modified }) }
    })
    return made.written ?? statOfWrite(at, { ...made, size: length }, options)
  }

  async #stream(at: Place, parts: SplitStream, { facts, onlyIfAbsent, confirm }: OnePut): Promise<Made> {
    const { clients } = this.#core
    const body = await parts.next(facts.length, {
      // The condition has been sent by now.
      confirm: async () => demandReplaceable(await confirm(), onlyIfAbsent),
    })
    const put = { ...facts, body, onlyIfAbsent: onlyIfAbsent && clients.capabilities.putIfAbsent }
    return parts.sending((signal) => putBody(clients, fileObject(at), { ...put, signal }))
  }

  /**
   * Replaces one file and no other, where one is named. MinIO holds the key from the beginning of such a put to its
   * end, and nobody can read the file meanwhile. So all bytes are here before it begins.
   */
  async #putHeld(at: Place, held: Promise<Buffer>, put: OnePut): Promise<Made> {
    const { facts, onlyIfAbsent, onlyIfMatch, confirm } = put
    const body = await held
    demandReplaceable(await confirm(), onlyIfAbsent)
    const made = { ...facts, body, ...(onlyIfMatch !== undefined && { onlyIfMatch }) }
    return replacing(() => putBody(this.#core.clients, fileObject(at), made))
  }

  async #putInParts(at: Place, body: Readable, options: PutOptions & { writeId: string }): Promise<FileStat> {
    const { data } = this.#core.clients
    await this.#commits.checkWritable(at, options.expect)
    const uploadId = await translating(() => createMultipart(data, fileObject(at), factsOfWrite(at, options)))
    const letGo = this.#core.openParts.hold(uploadId)
    try {
      const parts = await this.#sendParts({ at, uploadId }, body, options.length)
      return await this.#uploads.complete({ at, uploadId, begun: options }, parts, options)
    } catch (error) {
      await this.#abandon(at, uploadId)
      throw translateS3Error(error)
    } finally {
      letGo()
    }
  }

  async #sendParts({ at, uploadId }: UploadAt, body: Readable, declared: number | undefined): Promise<Part[]> {
    const parts = splitStream(body, declared)
    const sent: Promise<Part>[] = []
    const stop = new AbortController()
    const send = (content: Readable | Buffer, length: number) =>
      parts.sending((broken) => {
        const part = { uploadId, number: sent.length + 1, length, body: content }
        const signal = AbortSignal.any([broken, stop.signal])
        return putPart(this.#core.clients, fileObject(at), { ...part, signal })
      })
    const size = declared === undefined ? UNKNOWN_PART_SIZE : partSizeFor(declared, PART_SIZE)
    try {
      for (let left = declared ?? Infinity; left > 0;) {
        const content = declared === undefined ? await parts.buffer(size) : await parts.next(Math.min(size, left))
        const length = Buffer.isBuffer(content) ? content.length : Math.min(size, left)
        if (length > 0 || sent.length === 0) {
          const before = [...sent]
          sent.push(send(content, length))
          // While the storage is busy with the end of a part, the next one begins, but no third.
          await Promise.race([Promise.all(sent), Promise.all([...before, whenRead(content)])])
        }
        left = length < size ? 0 : left - length
      }
      await parts.expectEnd()
      return await Promise.all(sent)
    } catch (error) {
      // A part that is still on its way would arrive after the upload is given up.
      stop.abort()
      await Promise.allSettled(sent)
      throw error
    }
  }

  /** Where even this fails, parts stay that nobody sees. S3 servers and `make fsck` clear them away. */
  async #abandon(at: Place, uploadId: string): Promise<void> {
    await abortMultipart(this.#core.clients.control, fileObject(at), uploadId).catch((error: unknown) =>
      this.#core.log.warn({ err: error, bucket: at.bucket }, 'an unfinished upload was left behind'),
    )
  }

  /** Puts an older version on top, as a new one with its own time and type. */
  async restoreVersion(
    at: Place,
    version: string,
    how: Pick<WriteOptions, 'replacing' | 'confirm'> = {},
  ): Promise<void> {
    const from = { ...fileObject(at), version }
    await this.#commits.commit(at, { ...how, expect: 'present' }, async ({ writeId, confirm }) => {
      const { control, data } = this.#core.clients
      const head = await headObject(control, from)
      if (head) await confirm()
      const metadata = head && {
        ...asNewFile(mtimeMetadata(head.metadata, head.lastModified), version),
        [WRITE_ID]: writeId,
      }
      const path = head && { from: { ...from, size: head.size }, to: fileObject(at) }
      const copied = metadata && path && (await copyObject(data, path, { ...head, metadata }))
      if (!copied) throw new AppError('notFound', 'there is no such version')
      const content = { ...head, bucket: at.bucket, contentId: contentIdOf(metadata, '') }
      await tellCopied(this.#core, content, { etag: copied.etag })
      return copied
    })
  }
}
