// One pass over a bucket of people's files: hiding names, markers with bytes, folders without a marker, keys that are
// no path.
import { GetBucketVersioningCommand } from '@aws-sdk/client-s3'
import { isUnsupported } from '../capabilities.ts'
import { readPages } from '../listing.ts'
import { unfinishedUploads } from '../multiparts.ts'
import { isPathKey } from '../paths.ts'
import { abortMultipart } from '../object-parts.ts'
import type { Finding, InspectionOptions, Remarks } from './types.ts'

/** Folders around a key, outermost first, with closing slash. */
const foldersAround = (key: string): string[] =>
  [...key.slice(0, -1).matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1))

export interface BucketLook {
  findings: Finding[]
  remarks: Pick<Remarks, 'impliedFolders' | 'unreachableKeys'>
  objects: number
}

/** @throws what S3 says; nothing is changed */
export async function lookAtBucket(
  { clients }: Pick<InspectionOptions, 'clients'>,
  bucket: string,
): Promise<BucketLook> {
  const { Status } = await clients.control
    .send(new GetBucketVersioningCommand({ Bucket: bucket }))
    .catch((error: unknown) => {
      // This server keeps no versions.
      if (isUnsupported(error)) return { Status: undefined }
      throw error
    })
  const look: BucketLook = { findings: [], remarks: { impliedFolders: 0, unreachableKeys: 0 }, objects: 0 }
  const files = new Set<string>()
  const folders = new Map<string, { hasMarker: boolean; isPresent: boolean }>()
  let last = ''
  for await (const { objects } of readPages(clients.minio, { bucket, prefix: '', versions: Status !== undefined })) {
    for (const { key, isMarker, size } of objects) {
      // Versions of one key follow each other, newest first.
      if (key === last) continue
      last = key
      look.objects += isMarker ? 0 : 1
      if (!isPathKey(key)) look.remarks.unreachableKeys += 1
      if (!key.endsWith('/')) files.add(key)
      else if (size > 0) look.findings.push({ code: 'markerWithBytes', bucket, key })
      for (const folder of key.endsWith('/') ? [...foldersAround(key), key] : foldersAround(key)) {
        const known = folders.get(folder)
        folders.set(folder, {
          hasMarker: known?.hasMarker === true || folder === key,
          isPresent: known?.isPresent === true || !isMarker,
        })
      }
    }
  }
  for (const [folder, { hasMarker, isPresent }] of folders) {
    if (files.has(folder.slice(0, -1))) look.findings.push({ code: 'hiddenKeys', bucket, key: folder })
    else if (isPresent && !hasMarker) look.remarks.impliedFolders += 1
  }
  return look
}

/** Uploads in parts that were begun before a time and that no record knows (S3 API ListMultipartUploads). */
export async function strayMultiparts(
  { clients, now, uploadExpiryMs }: Pick<InspectionOptions, 'clients' | 'now' | 'uploadExpiryMs'>,
  bucket: string,
  known: ReadonlySet<string>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const { key, uploadId, begun } of unfinishedUploads(clients.control, bucket)) {
    // A younger one may belong to a request that is under way.
    if (known.has(uploadId) || begun.getTime() > now() - uploadExpiryMs) continue
    findings.push({
      code: 'strayMultipart',
      bucket,
      key,
      repair: () => abortMultipart(clients.control, { bucket, key }, uploadId),
    })
  }
  return findings
}
