// Small objects of Nido's own, beside the files of people.
import type { StorageCore } from './core.ts'
import { listObjects } from './listing.ts'
import { abortMultipart, completeMultipart, createMultipart, putPart } from './object-parts.ts'
import { copyPart } from './object-copies.ts'
import { deleteObjects, getSmall, putObject } from './objects.ts'
import { translating } from './s3-errors.ts'
import type { ByteRange } from './entries.ts'

/** Small objects of Nido's own in the system bucket: tails of uploads, manifests. Keys are plain ASCII. */
export interface Scratch {
  put(key: string, body: Buffer): Promise<void>
  /** The bytes, or null where there is no such object. */
  get(key: string): Promise<Buffer | null>
  delete(keys: string[]): Promise<void>
  list(prefix: string): Promise<string[]>
}

export interface GrowingScratch extends Scratch {
  /** Puts an object that is a range of another one (5 MiB at least) followed by `rest`. Only `rest` is sent. */
  append(key: string, from: ByteRange & { key: string }, rest: Buffer): Promise<void>
}

const FACTS = { metadata: {}, contentType: 'application/octet-stream' }

/** `control`: what sends small requests. */
export function createScratch(
  core: Pick<StorageCore, 'clients' | 'systemBucket'>,
  control = core.clients.control,
): GrowingScratch {
  return {
    put: async (key, body) => {
      const object = { bucket: core.systemBucket, key }
      await translating(() => putObject(control, object, { body, ...FACTS, length: body.length }))
    },
    get: (key) => translating(() => getSmall(control, { bucket: core.systemBucket, key })),
    append: (key, from, rest) => translating(() => append(core, { bucket: core.systemBucket, key }, { from, rest })),
    delete: (keys) =>
      keys.length === 0
        ? Promise.resolve()
        : translating(() =>
            deleteObjects(
              control,
              core.systemBucket,
              keys.map((key) => ({ key })),
            ),
          ),
    list: async (prefix) => {
      const keys: string[] = []
      for await (const { key } of listObjects(core.clients, { bucket: core.systemBucket, prefix, bare: true }))
        keys.push(key)
      return keys
    },
  }
}

async function append(
  { clients: { control, data } }: Pick<StorageCore, 'clients'>,
  to: { bucket: string; key: string },
  { from, rest }: { from: ByteRange & { key: string }; rest: Buffer },
): Promise<void> {
  const uploadId = await createMultipart(data, to, FACTS)
  try {
    const parts = [
      await copyPart(data, { bucket: to.bucket, ...from }, { ...to, uploadId, number: 1 }),
      await putPart(data, to, { uploadId, number: 2, length: rest.length, body: rest }),
    ]
    await completeMultipart(data, to, { uploadId, parts, onlyIfAbsent: false })
  } catch (error) {
    await abortMultipart(control, to, uploadId).catch(() => undefined)
    throw error
  }
}
