// Where the database and the buckets tell of different times: links to what is not there, and files of nobody.
import { mapParallel } from '../../lib/parallel.ts'
import { readPages } from '../listing.ts'
import { fileKey, folderKey, type Place, placeOfText } from '../paths.ts'
import type { Gaps, InspectionOptions } from './types.ts'

const PARALLEL = 16

type Options = Pick<InspectionOptions, 'clients' | 'systemBucket' | 'knowledge'>

/** `found`: the buckets of the household. @throws what S3 or the database says; nothing is changed */
export async function findGaps({ clients, systemBucket, knowledge }: Options, found: string[]): Promise<Gaps> {
  const { buckets, links } = await knowledge.people()
  const isThere = (at: Place) => hasAny(clients, at)
  const lost = await mapParallel(links, PARALLEL, async (link) => !(await isThere(placeOfText(link.place))))
  const nobodys = found.filter((bucket) => bucket !== systemBucket && !buckets.has(bucket))
  const isUsed = await mapParallel(nobodys, PARALLEL, (bucket) => isThere(placeOfText(bucket)))
  return {
    lostLinks: links.filter((_, index) => lost[index]),
    nobodysBuckets: nobodys.filter((_, index) => isUsed[index]),
  }
}

/** Whether a file or something below a folder is present. */
async function hasAny({ minio }: Options['clients'], at: Place): Promise<boolean> {
  const prefixes = at.path === '' ? [''] : [folderKey(at), fileKey(at)]
  for (const prefix of prefixes) {
    for await (const { objects } of readPages(minio, { bucket: at.bucket, prefix, maxKeys: 1 })) {
      if (objects.some(({ key }) => prefix === '' || key === fileKey(at) || key.startsWith(folderKey(at)))) return true
      break
    }
  }
  return false
}
