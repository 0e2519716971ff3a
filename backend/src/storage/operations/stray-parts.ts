// Aborts multipart uploads that nobody will complete: what a killed process left of a copy or of a request body.
import type { Buckets } from '../buckets.ts'
import { lastPartOf, unfinishedUploads, type UnfinishedUpload } from '../multiparts.ts'
import { abortMultipart } from '../object-parts.ts'
import type { OpenParts } from '../open-parts.ts'
import { translating } from '../s3-errors.ts'
import type { OperationContext } from './worker.ts'

/**
 * A part takes minutes at most, so an upload that got none for this long and is held by nobody is abandoned. It is
 * gone within the hour all the same.
 */
const YOUNG_MS = 30 * 60_000

export interface StrayPartsOptions {
  context: OperationContext
  buckets: Buckets
  open: OpenParts
}

export class StrayParts {
  readonly #options: StrayPartsOptions

  constructor(options: StrayPartsOptions) {
    this.#options = options
  }

  /**
   * Aborts what is held neither by the record of an upload, nor by a pending operation, nor by a running request.
   * @param held ids of multipart uploads that records hold. It is called after S3 was listed, so that it knows those
   * that were begun meanwhile
   */
  async sweep(held: () => Promise<ReadonlySet<string>>): Promise<void> {
    const {
      context: { core, records },
      buckets,
      open,
    } = this.#options
    const before = core.now() - YOUNG_MS
    const written = await records.unfinished()
    const old = await translating(() => this.#begunBefore(before, buckets))
    const [uploads, { ops }, underWay] = await Promise.all([held(), core.journal.read(), open.since(before)])
    const isPending = (id: string) => ops.some((op) => op.id === id)
    const kept = new Set(written.filter(({ id }) => isPending(id)).map(({ upload }) => upload.uploadId))
    for (const { id, upload } of written) {
      if (isPending(id)) continue
      await translating(() => abortMultipart(core.clients.control, upload, upload.uploadId))
      await records.unfinishedOf(id).ended(upload)
    }
    for (const upload of old) {
      if (uploads.has(upload.uploadId) || kept.has(upload.uploadId) || underWay.has(upload.uploadId)) continue
      await translating(() => this.#abortUnlessFed(upload, before))
    }
  }

  async #begunBefore(before: number, buckets: Buckets): Promise<UnfinishedUpload[]> {
    const { core } = this.#options.context
    const found: UnfinishedUpload[] = []
    for (const bucket of [...(await buckets.list()), core.systemBucket]) {
      for await (const upload of unfinishedUploads(core.clients.control, bucket))
        if (upload.begun.getTime() < before) found.push(upload)
    }
    return found
  }

  async #abortUnlessFed(upload: UnfinishedUpload, before: number): Promise<void> {
    const {
      clients: { control },
      log,
    } = this.#options.context.core
    const last = await lastPartOf(control, upload)
    if (last && last.getTime() >= before) return
    log.info({ bucket: upload.bucket }, 'parts of an upload that nobody completes are taken away')
    await abortMultipart(control, upload, upload.uploadId)
  }
}
