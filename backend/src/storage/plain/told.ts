// What the headers of an answer say of an object, in the words of the AWS client.
import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import type { ObjectHeaders } from '../metadata.ts'

const METADATA = 'x-amz-meta-'

export type ToldHeaders = Pick<
  HeadObjectCommandOutput,
  'ETag' | 'LastModified' | 'VersionId' | 'Metadata' | 'ContentType'
> &
  ObjectHeaders

/** @param headers by names in lower case */
export function toldIn(headers: Record<string, string>): ToldHeaders {
  const modified = new Date(headers['last-modified'] ?? NaN)
  const metadata: Record<string, string> = Object.create(null)
  for (const name in headers) if (name.startsWith(METADATA)) metadata[name.slice(METADATA.length)] = headers[name] ?? ''
  return {
    ETag: headers['etag'],
    LastModified: Number.isNaN(modified.getTime()) ? undefined : modified,
    VersionId: headers['x-amz-version-id'],
    Metadata: metadata,
    ContentType: headers['content-type'],
    CacheControl: headers['cache-control'],
    ContentDisposition: headers['content-disposition'],
    ContentEncoding: headers['content-encoding'],
    ContentLanguage: headers['content-language'],
  }
}
