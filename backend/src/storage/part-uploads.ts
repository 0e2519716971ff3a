// Uploads in parts that live longer than a request, straight to their final key.
import { AppError } from '../lib/app-error.ts'
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import type { FileStat } from './entries.ts'
import type { FileCommits } from './file-commits.ts'
import { fileObject } from './names.ts'
import { copyPart } from './object-copies.ts'
import { abortMultipart, completeMultipart, createMultipart, hasMultipart, listParts, putPart } from './object-parts.ts'
import { headObject, type Made } from './objects.ts'
import type { Place } from './paths.ts'
import { replacing, translating } from './s3-errors.ts'
import { splitStream } from './split-stream.ts'
import type { Effect } from './write-effects.ts'
import type { BegunWith, Multiparts, NewPart, Part, PartSource, UploadAt, WriteOptions } from './writes.ts'
import { factsOfWrite, statOfWrite } from './written-files.ts'

export class PartUploads implements Multiparts {
  readonly #core: StorageCore
  readonly #buckets: Pick<Buckets, 'ensure'>
  readonly #commits: FileCommits

  constructor(core: StorageCore, buckets: Pick<Buckets, 'ensure'>, commits: FileCommits) {
    this.#core = core
    this.#buckets = buckets
    this.#commits = commits
  }

  async create(at: Place, begun: BegunWith): Promise<string> {
    await this.#buckets.ensure(at.bucket)
    return translating(() => createMultipart(this.#core.clients.data, fileObject(at), factsOfWrite(at, begun)))
  }

  async putPart({ at, uploadId }: UploadAt, { number, body, length }: NewPart): Promise<Part> {
    const { clients } = this.#core
    if (Buffer.isBuffer(body)) return putPart(clients, fileObject(at), { uploadId, number, length, body })
    const parts = splitStream(body, length)
    const part = await parts.next(length)
    return parts.sending((signal) => putPart(clients, fileObject(at), { uploadId, number, length, signal, body: part }))
  }

  copyPart({ at, uploadId }: UploadAt, number: number, { start, end, ...from }: PartSource): Promise<Part> {
    const { systemBucket, clients } = this.#core
    const own = fileObject(at)
    const source = 'scratch' in from ? { bucket: systemBucket, key: from.scratch } : { ...own, version: from.version }
    return translating(() => copyPart(clients.data, { ...source, start, end }, { ...own, uploadId, number }))
  }

  async complete({ at, uploadId, begun }: UploadAt, parts: Part[], options: WriteOptions): Promise<FileStat> {
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    const made = await this.#commits.commit(at, options, async (effect) => {
      const version = await this.#join({ at, uploadId }, parts, effect)
      // Without that, the file's time is unknown: it is the one that the upload was begun with.
      return begun ? { ...version, written: statOfWrite(at, { ...version, size }, begun) } : version
    })
    return made.written ?? statOfWrite(at, { ...made, size }, options)
  }

  async #join({ at, uploadId }: UploadAt, parts: Part[], effect: Effect): Promise<Made> {
    const { onlyIfAbsent, onlyIfMatch, confirm } = effect
    const { control, data, capabilities } = this.#core.clients
    const mustBeAbsent = (await confirm()) === 'absent' || onlyIfAbsent
    if (mustBeAbsent && !onlyIfAbsent && (await headObject(control, fileObject(at)))) {
      throw new AppError('conflict', 'a file with that name exists')
    }
    const completion = { uploadId, parts, onlyIfAbsent: mustBeAbsent && capabilities.completeIfAbsent }
    if (onlyIfMatch === undefined || !capabilities.completeIfMatch)
      return completeMultipart(data, fileObject(at), completion)
    return replacing(() => completeMultipart(data, fileObject(at), { ...completion, onlyIfMatch }))
  }

  abort({ at, uploadId }: UploadAt): Promise<void> {
    return translating(() => abortMultipart(this.#core.clients.control, fileObject(at), uploadId))
  }

  isThere({ at, uploadId }: UploadAt): Promise<boolean> {
    return translating(() => hasMultipart(this.#core.clients.control, fileObject(at), uploadId))
  }

  parts({ at, uploadId }: UploadAt): Promise<Part[] | null> {
    return translating(() => listParts(this.#core.clients.control, fileObject(at), uploadId))
  }

  hold(uploadId: string): () => void {
    return this.#core.openParts.hold(uploadId)
  }
}
