// Whether names are still a file and a folder at once. S3 is asked for each, since no listing tells what is hidden.
import type { S3Client } from '@aws-sdk/client-s3'
import { mapParallel } from '../../lib/parallel.ts'
import type { HidingName, HidingNames } from '../catalogue/hiding-names.ts'
import { headObject } from '../objects.ts'

const HEADS_AT_ONCE = 8

/** Those of the names heard of that still are; the others are forgotten. */
export async function stillHiding(hiding: HidingNames, client: S3Client): Promise<HidingName[]> {
  const judged = await mapParallel(hiding.all, HEADS_AT_ONCE, async (name) => {
    const heads = await Promise.all(
      [name.file, name.below].map((key) => headObject(client, { bucket: name.bucket, key })),
    )
    if (heads.includes(null)) hiding.forget(name)
    return heads.includes(null) ? [] : [name]
  })
  return judged.flat()
}
