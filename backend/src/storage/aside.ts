// Versions that were moved out of the way, to `history/` of the system bucket: their keys there, and how they are found
// again.
import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import { KEY_MAX_BYTES } from '../../contract/resources.ts'
import type { StorageCore } from './core.ts'
import type { Listed } from './listing-page.ts'
import { listObjects, listPages } from './listing.ts'
import { DEFAULT_TYPE, headerSafe, isVersion } from './metadata.ts'
import { copyObject } from './object-copies.ts'
import { headObject, type ObjectHead, type ObjectName, putObject } from './objects.ts'
import { HISTORY } from './own-keys.ts'

/** Below this lie versions whose keys are too long to be part of another key. No bucket's name begins with a dot. */
const LONG = `${HISTORY}.long/`
/** The metadata name for the original key of a version below `LONG`: base64url, since a key may hold any character. */
const KEY_OF = 'nido-key'
/**
 * An object that holds the original key where a version's own metadata leave no room for it. It is listed before all
 * versions.
 */
const KEY_HOLDER = '.key'
/** S3 takes 2 KB of user metadata, names and values; MinIO counts each name's prefix too. */
const METADATA_MAX_BYTES = 2_048
const META_PREFIX_BYTES = 'x-amz-meta-'.length

type AsideCore = Pick<StorageCore, 'clients' | 'systemBucket'>

/**
 * The key under which a version lies once it is out of the way. Without a version id it ends in S3's own word for none.
 * Never longer than S3 allows.
 */
export function historyKey(bucket: string, key: string, version: string): string {
  const plain = `${HISTORY}${bucket}/${key}/${version || 'null'}`
  return Buffer.byteLength(plain) <= KEY_MAX_BYTES ? plain : `${longFolder(bucket, key)}${version || 'null'}`
}

const longFolder = (bucket: string, key: string): string =>
  `${LONG}${bucket}/${createHash('sha256').update(key).digest('hex')}/`

/** Copies a version to `history/`. */
export async function putAside(
  { core: { systemBucket }, client }: { core: Pick<AsideCore, 'systemBucket'>; client: S3Client },
  bucket: string,
  version: Listed,
): Promise<void> {
  const to = { bucket: systemBucket, key: historyKey(bucket, version.key, version.version) }
  const name = { [KEY_OF]: Buffer.from(version.key).toString('base64url') }
  const isLong = to.key.startsWith(LONG)
  const both = { ...version.metadata, ...name }
  const isTold = isLong && hasRoom(both)
  if (isLong && !isTold) {
    const holder = { bucket: systemBucket, key: `${longFolder(bucket, version.key)}${KEY_HOLDER}` }
    await putObject(client, holder, { body: Buffer.alloc(0), metadata: name, contentType: DEFAULT_TYPE, length: 0 })
  }
  const from = { bucket, key: version.key, version: version.version, size: version.size }
  await copyObject(client, { from, to }, { ...version, metadata: isTold ? both : version.metadata })
}

function hasRoom(metadata: Record<string, string>): boolean {
  const told = Object.entries(headerSafe(metadata))
  const bytes = told.map(([name, value]) => META_PREFIX_BYTES + Buffer.byteLength(name + value))
  return bytes.reduce((sum, each) => sum + each, 0) <= METADATA_MAX_BYTES
}

/** The head of a version in `history/`, with the metadata that it had before. */
export async function headAside(client: S3Client, aside: ObjectName): Promise<ObjectHead | null> {
  const head = await headObject(client, aside)
  if (!head) return null
  return { ...head, metadata: withoutKey(head.metadata) }
}

const withoutKey = ({ [KEY_OF]: _key, ...metadata }: Record<string, string>): Record<string, string> => metadata

/**
 * Where a version lies in `history/`, with what it carries; null for nowhere. A version that a move had brought
 * elsewhere before lies there by the id that it got then.
 */
export async function findAside(
  { clients, systemBucket }: AsideCore,
  { bucket, key, version }: Required<ObjectName>,
): Promise<(ObjectHead & ObjectName) | null> {
  const object = { bucket: systemBucket, key: historyKey(bucket, key, version) }
  const head = await headAside(clients.control, object)
  if (head) return { ...head, ...object, version: '' }
  // A storage without versions has no ids to find anything by.
  if (version === '') return null
  const folder = object.key.slice(0, object.key.lastIndexOf('/') + 1)
  for await (const { objects } of listPages(clients, { bucket: systemBucket, prefix: folder, delimiter: true })) {
    const found = objects.find((listed) => isVersion(listed, version))
    if (found) return { ...found, metadata: withoutKey(found.metadata), bucket: systemBucket, version: '' }
  }
  return null
}

/** A version in `history/`. `key` and `version`: what it was before; `key` is '' where nothing tells it any more. */
export interface Aside {
  bucket: string
  key: string
  version: string
  object: string
  size: number
  lastModified: Date
}

/** All versions in `history/`, or those of one bucket whose keys begin with a prefix. */
export async function* listAside(core: AsideCore, of?: { bucket: string; prefix: string }): AsyncGenerator<Aside> {
  for await (const listed of listObjects(core.clients, {
    bucket: core.systemBucket,
    prefix: of ? `${HISTORY}${of.bucket}/${of.prefix}` : HISTORY,
    bare: true,
  })) {
    const [, bucket, key, version] = /^([^/]+)\/(.*)\/([^/]+)$/.exec(listed.key.slice(HISTORY.length)) ?? []
    if (bucket && key && version && !listed.key.startsWith(LONG)) yield told(listed, { bucket, key, version })
  }
  for await (const aside of listLong(core, of ? `${LONG}${of.bucket}/` : LONG))
    if (!of || `${aside.key}/`.startsWith(of.prefix)) yield aside
}

async function* listLong({ clients, systemBucket }: AsideCore, prefix: string): AsyncGenerator<Aside> {
  let last = { folder: '', key: '' }
  for await (const listed of listObjects(clients, { bucket: systemBucket, prefix })) {
    const [bucket = '', hash = '', version = ''] = listed.key.slice(LONG.length).split('/')
    const folder = `${bucket}/${hash}`
    const own = listed.metadata[KEY_OF]
    const key = own !== undefined ? Buffer.from(own, 'base64url').toString() : last.folder === folder ? last.key : ''
    last = { folder, key }
    yield told(listed, { bucket, key, version })
  }
}

const told = ({ key: object, size, lastModified }: Listed, what: Pick<Aside, 'bucket' | 'key' | 'version'>): Aside => ({
  ...what,
  object,
  size,
  lastModified,
})

/** Whether an object of `history/` is a version, not a holder of a key. */
export const isAsideVersion = (object: string): boolean =>
  !(object.startsWith(LONG) && object.endsWith(`/${KEY_HOLDER}`))
