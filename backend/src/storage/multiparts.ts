// Uploads in parts that nobody has completed, as S3 lists them. MinIO lists those that were begun since it was started.
import { ListMultipartUploadsCommand, ListPartsCommand, type S3Client } from '@aws-sdk/client-s3'
import type { UploadName } from './at-work.ts'
import { isMissing, s3ErrorName } from './s3-errors.ts'

export interface UnfinishedUpload extends UploadName {
  begun: Date
}

/** All of a bucket (S3 API ListMultipartUploads); none of one that is not there. */
export async function* unfinishedUploads(client: S3Client, bucket: string): AsyncGenerator<UnfinishedUpload> {
  for (let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {}; next;) {
    const page: {
      Uploads?: { Key?: string; UploadId?: string; Initiated?: Date }[]
      IsTruncated?: boolean
      NextKeyMarker?: string
      NextUploadIdMarker?: string
    } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...next }))
    for (const { Key: key = '', UploadId: uploadId = '', Initiated: begun } of page.Uploads ?? [])
      if (begun) yield { bucket, key, uploadId, begun }
    next =
      page.IsTruncated && page.NextKeyMarker
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker ?? '' }
        : null
  }
}

/** When the last part of an upload came, or null where it has none (S3 API ListParts). */
export async function lastPartOf(client: S3Client, { bucket, key, uploadId }: UploadName): Promise<Date | null> {
  let last: Date | null = null
  try {
    for (let marker: string | undefined = '0'; marker !== undefined;) {
      const page: { Parts?: { LastModified?: Date }[]; IsTruncated?: boolean; NextPartNumberMarker?: string } =
        await client.send(
          new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker }),
        )
      for (const { LastModified: came } of page.Parts ?? []) if (came && (!last || came > last)) last = came
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    }
  } catch (error) {
    if (s3ErrorName(error) !== 'NoSuchUpload' && !isMissing(error)) throw error
  }
  return last
}
