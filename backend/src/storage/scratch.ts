// Small objects of Nido's own, beside the files of people.
import type { Capabilities } from './capabilities.ts'
import type { StorageCore } from './core.ts'
import { listObjects } from './listing.ts'
import type { Listed } from './listing-page.ts'
import { abortMultipart, completeMultipart, createMultipart, putPart } from './object-parts.ts'
import { copyPart } from './object-copies.ts'
import { deleteObjects } from './object-removal.ts'
import { type FoundObject, findSmall, getSmall, type PutFacts, putObject } from './objects.ts'
import { isMissing, s3ErrorName, translating } from './s3-errors.ts'
import type { ByteRange } from './entries.ts'

/** Small objects of Nido's own in the system bucket: tails of uploads, manifests. Keys are plain ASCII. */
export interface Scratch {
  put(key: string, body: Buffer): Promise<void>
  /** The bytes, or null where there is no such object. */
  get(key: string): Promise<Buffer | null>
  delete(keys: string[]): Promise<void>
  list(prefix: string): Promise<string[]>
}

/** Objects that several replicas may change at once. */
export interface ConditionalScratch extends Scratch {
  /** The bytes and their ETag, or null where there is no such object. */
  find(key: string): Promise<FoundObject | null>
  /**
   * Puts an object in place of the one with this ETag; with null, where none is there. False where that is not so any
   * more. A server without conditional writes cannot tell, and always puts it.
   */
  replace(key: string, body: Buffer, etag: string | null): Promise<boolean>
  /** The same as `put`; answers the ETag. */
  putTagged(key: string, body: Buffer): Promise<string>
  /** What `list` finds, with the ETags: who knows an object by both knows its bytes. */
  listTagged(prefix: string): Promise<TaggedKey[]>
}

export type TaggedKey = Pick<Listed, 'key' | 'etag'>

export interface GrowingScratch extends ConditionalScratch {
  /** Puts an object that is a range of another one (5 MiB at least) followed by `rest`. Only `rest` is sent. */
  append(key: string, from: ByteRange & { key: string }, rest: Buffer): Promise<void>
}

const FACTS = { metadata: {}, contentType: 'application/octet-stream' }

/** `control`: what sends small requests. */
export function createScratch(
  core: Pick<StorageCore, 'clients' | 'systemBucket'>,
  control = core.clients.control,
): GrowingScratch {
  const putTagged = async (key: string, body: Buffer): Promise<string> => {
    const object = { bucket: core.systemBucket, key }
    return (await translating(() => putObject(control, object, { body, ...FACTS, length: body.length }))).etag
  }
  const listTagged = async (prefix: string): Promise<TaggedKey[]> => {
    const listing = listObjects(core.clients, { bucket: core.systemBucket, prefix, bare: true })
    return Array.fromAsync(listing, ({ key, etag }) => ({ key, etag }))
  }
  return {
    putTagged,
    listTagged,
    put: async (key, body) => {
      await putTagged(key, body)
    },
    get: (key) => translating(() => getSmall(control, { bucket: core.systemBucket, key })),
    find: (key) => translating(() => findSmall(control, { bucket: core.systemBucket, key })),
    replace: async (key, body, etag) => {
      const object = { bucket: core.systemBucket, key }
      const condition = conditionOf(core.clients.capabilities, etag)
      return translating(() => isPut(putObject(control, object, { body, ...FACTS, length: body.length, ...condition })))
    },
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
    list: async (prefix) => (await listTagged(prefix)).map(({ key }) => key),
  }
}

/** How a put asks that nothing has changed, as far as the server can tell. */
function conditionOf(
  { putIfAbsent, putIfMatch }: Capabilities,
  etag: string | null,
): Pick<PutFacts, 'onlyIfAbsent' | 'onlyIfMatch'> {
  if (etag === null) return { onlyIfAbsent: putIfAbsent }
  return putIfMatch ? { onlyIfMatch: etag } : {}
}

/** False for a put whose condition was not met. */
const isPut = (put: Promise<unknown>): Promise<boolean> =>
  put.then(
    () => true,
    (error: unknown) => {
      if (s3ErrorName(error) === 'PreconditionFailed' || isMissing(error)) return false
      throw error
    },
  )

async function append(
  { clients }: Pick<StorageCore, 'clients'>,
  to: { bucket: string; key: string },
  { from, rest }: { from: ByteRange & { key: string }; rest: Buffer },
): Promise<void> {
  const { control, data } = clients
  const uploadId = await createMultipart(data, to, FACTS)
  try {
    const parts = [
      await copyPart(data, { bucket: to.bucket, ...from }, { ...to, uploadId, number: 1 }),
      await putPart(clients, to, { uploadId, number: 2, length: rest.length, body: rest }),
    ]
    await completeMultipart(data, to, { uploadId, parts, onlyIfAbsent: false })
  } catch (error) {
    await abortMultipart(control, to, uploadId).catch(() => undefined)
    throw error
  }
}
