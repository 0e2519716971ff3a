// Event records of the S3 API ("Event message structure") with MinIO's additions, in Nido's words.
import { z } from 'zod'
import { MTIME, mtimeOf } from '../metadata.ts'

export interface BucketEvent {
  /** `removed`: one version is gone, and another may have come to the top. `covered`: a delete marker lies on top. */
  kind: 'created' | 'covered' | 'removed' | 'accessed' | 'bucketCreated' | 'bucketRemoved'
  bucket: string
  key: string
  /** '' where the bucket has no versions, or keeps none at present: there, each write is called `null`. */
  version: string
  size: number
  etag: string
  /** Milliseconds since 1970: the file's own time, or that of its last change. */
  modified: number
  /** Grows with each change of one key; hexadecimal. */
  sequencer: string
  /** Id of the request that made it happen. */
  request: string
  /** When it happened by the storage's clock, in milliseconds since 1970. */
  at: number
}

/** The path (a text of `pathText`) of the file, or of the folder with the marker, that an event is about. */
export const eventPath = ({ bucket, key }: Pick<BucketEvent, 'bucket' | 'key'>): string =>
  `${bucket}/${key.endsWith('/') ? key.slice(0, -1) : key}`

const record = z.object({
  eventName: z.string(),
  eventTime: z.string(),
  responseElements: z.record(z.string(), z.string()).nullish(),
  s3: z.object({
    bucket: z.object({ name: z.string() }),
    object: z.object({
      key: z.string().default(''),
      versionId: z.string().default(''),
      size: z.number().default(0),
      eTag: z.string().default(''),
      sequencer: z.string().default(''),
      userMetadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
})
const message = z.object({ Records: z.array(record).nullable() })

const META = 'x-amz-meta-'
const KINDS: [string, BucketEvent['kind']][] = [
  ['s3:ObjectCreated:', 'created'],
  ['s3:ObjectRemoved:DeleteMarkerCreated', 'covered'],
  ['s3:ObjectRemoved:', 'removed'],
  ['s3:ObjectAccessed:', 'accessed'],
  ['s3:BucketCreated:', 'bucketCreated'],
  ['s3:BucketRemoved:', 'bucketRemoved'],
]

/**
 * The events of one line; none for a sign of life, null for a line that is no event. MinIO does not encode keys here.
 */
export function parseRecords(line: string): BucketEvent[] | null {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return null
  }
  const { data } = message.safeParse(json)
  if (!data) return null
  return (data.Records ?? []).flatMap((told) => {
    const kind = KINDS.find(([prefix]) => told.eventName.startsWith(prefix))?.[1]
    if (!kind) return []
    const { bucket, object } = told.s3
    const at = Date.parse(told.eventTime)
    return [
      {
        kind,
        bucket: bucket.name,
        key: object.key,
        version: object.versionId === 'null' ? '' : object.versionId,
        size: object.size,
        etag: object.eTag.replaceAll('"', ''),
        at,
        sequencer: object.sequencer,
        modified: mtimeOf(mtimeIn(object.userMetadata ?? {}), changedAt(object.sequencer, at)).getTime(),
        request: told.responseElements?.['x-amz-request-id'] ?? '',
      },
    ]
  })
}

function mtimeIn(metadata: Record<string, string>): Record<string, string> {
  const found = Object.entries(metadata).find(([name]) => name.toLowerCase() === META + MTIME)
  return found ? { [MTIME]: found[1] } : {}
}

// The sequencer is the time of the change in nanoseconds. To the millisecond it is the LastModified of listings; the
// event's own time is a little later.
function changedAt(sequencer: string, at: number): Date {
  const ms = /^[0-9A-F]{15,16}$/i.test(sequencer) ? Number(BigInt(`0x${sequencer}`) / 1_000_000n) : Number.NaN
  return new Date(Math.abs(ms - at) < 60_000 ? ms : at)
}
