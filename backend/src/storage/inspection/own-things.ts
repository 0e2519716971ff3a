// Nido's own things in the system bucket against what the database knows of them.
import { HeadObjectCommand } from '@aws-sdk/client-s3'
import type { Listed } from '../listing-page.ts'
import { readPages } from '../listing.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { historyKey, isAsideVersion } from '../aside.ts'
import { idsBefore } from '../metadata.ts'
import { deleteObjects } from '../object-removal.ts'
import { getSmall } from '../objects.ts'
import type { ManifestEntry } from '../operations/manifests.ts'
import { HISTORY, MANIFESTS, NOTES, TRIALS, UPLOADS } from '../own-keys.ts'
import { isMissing } from '../s3-errors.ts'
import { type JournalState, noteNamed } from '../journal-state.ts'
import { isDeleting } from '../note-operations.ts'
import { noteIdIn, noteKey } from '../operations/note-keys.ts'
import { foldersOf } from '../operations/stacks.ts'
import type { Finding, InspectionOptions, Remarks } from './types.ts'

/** Younger objects may belong to something that is not written down yet. */
const YOUNG_MS = 15 * 60_000
const PARALLEL = 16

export interface OwnLook {
  findings: Finding[]
  remarks: Pick<Remarks, 'unnotedHistory'>
  objects: number
  multiparts: ReadonlySet<string>
}

type Options = Pick<InspectionOptions, 'clients' | 'systemBucket' | 'knowledge' | 'now'>

/** What lies in the system bucket, and what is known of it. `named`: the ids that a manifest may have. */
interface Things {
  under(prefix: string): Listed[]
  ops: JournalState['ops']
  notes: KnownNote[]
  named: ReadonlySet<string>
  manifests: ReadonlyMap<string, Listed[]>
  isYoung(listed: Listed): boolean
}
type KnownNote = { _id: string; count: number }

/** @throws what S3 or the database says; nothing is changed */
export async function lookAtOwnThings(options: Options): Promise<OwnLook> {
  const { knowledge, now } = options
  const objects = await listAll(options)
  const [{ ops }, stored, uploads] = await Promise.all([knowledge.journal(), knowledge.notes(), knowledge.uploads()])
  const under = (prefix: string) => objects.filter(({ key }) => key.startsWith(prefix))
  // Beyond some hundreds, the notes themselves lie here.
  const notes = [...stored, ...under(NOTES).map(({ key }) => ({ _id: noteIdIn(key), count: 1 }))]
  const things: Things = {
    under,
    ops,
    notes,
    named: new Set([...ops.flatMap((op) => [op.id, noteNamed(op)]), ...notes.map(({ _id }) => _id)]),
    manifests: Map.groupBy(under(MANIFESTS), ({ key }) => key.split('/')[1] ?? ''),
    isYoung: ({ lastModified }) => lastModified.getTime() > now() - YOUNG_MS,
  }
  const entries = await readEntries(
    options,
    [...things.named].flatMap((id) => things.manifests.get(id) ?? []),
  )
  return {
    findings: [
      ...(await lookAtManifests(options, things)),
      ...strays(options, things, (key) => uploads.isPiece(key)),
      ...(await hiddenEntries(options, entries)),
    ],
    remarks: { unnotedHistory: unnoted(under(HISTORY), entries) },
    objects: objects.length,
    multiparts: uploads.multiparts,
  }
}

/** Manifests without their note, and notes without theirs. */
async function lookAtManifests(
  options: Options,
  { manifests, named, notes, ops, isYoung }: Things,
): Promise<Finding[]> {
  const bucket = options.systemBucket
  const stray = [...manifests].filter(([id, parts]) => !named.has(id) && !parts.some(isYoung))
  const lost = notes.filter(({ _id, count }) => !isDeleting({ ops }, _id) && count > 0 && !manifests.has(_id))
  // A note that was restored or ended in this moment is no loss.
  const there = await stillThere(
    options,
    lost.map(({ _id }) => _id),
  )
  return [
    // Not repaired, since the note may come again with a database that is restored from a backup.
    ...stray.flatMap(([, parts]) => parts.map(({ key }): Finding => ({ code: 'strayManifest', bucket, key }))),
    ...there.map((id): Finding => ({ code: 'noteWithoutManifest', bucket, key: `${MANIFESTS}${id}/` })),
  ]
}

/** Pieces of no upload, and what trials have left. */
function strays(
  { clients: { control }, systemBucket: bucket }: Options,
  { under, isYoung }: Things,
  isPiece: (key: string) => boolean,
): Finding[] {
  const stray = (code: Finding['code'], { key }: Listed): Finding => ({
    code,
    bucket,
    key,
    repair: () => deleteObjects(control, bucket, [{ key }]),
  })
  const isOld = (listed: Listed) => !isYoung(listed)
  const pieces = under(UPLOADS).filter((listed) => !isPiece(listed.key) && isOld(listed))
  return [
    ...pieces.map((listed) => stray('strayScratch', listed)),
    ...under(TRIALS)
      .filter(isOld)
      .map((listed) => stray('strayTrial', listed)),
  ]
}

/** How many versions that were moved out of the way no note tells of. */
function unnoted(history: Listed[], entries: ManifestEntry[]): number {
  const kept = new Set(entries.map((entry) => historyKey(entry.bucket, entry.key, entry.version)))
  const isKept = ({ key, metadata }: Listed) =>
    kept.has(key) || idsBefore(metadata).some((id) => kept.has(key.slice(0, key.lastIndexOf('/') + 1) + id))
  return history.filter((listed) => isAsideVersion(listed.key) && !isKept(listed)).length
}

async function listAll({ clients, systemBucket }: Options): Promise<Listed[]> {
  const all: Listed[] = []
  for (const prefix of [MANIFESTS, UPLOADS, TRIALS, HISTORY, NOTES]) {
    for await (const { objects } of readPages(clients.minio, { bucket: systemBucket, prefix })) all.push(...objects)
  }
  return all
}

async function readEntries({ clients, systemBucket }: Options, manifests: Listed[]): Promise<ManifestEntry[]> {
  const bodies = await mapParallel(manifests, PARALLEL, ({ key }) =>
    getSmall(clients.control, { bucket: systemBucket, key }),
  )
  return bodies.flatMap((body) => (body ? (JSON.parse(body.toString('utf8')) as ManifestEntry[]) : []))
}

async function stillThere({ clients, systemBucket, knowledge }: Options, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const kept = new Set((await knowledge.notes()).map(({ _id }) => _id))
  const isThere = async (id: string) =>
    kept.has(id) || (await getSmall(clients.control, { bucket: systemBucket, key: noteKey(id) })) !== null
  const judged = await mapParallel(ids, PARALLEL, async (id) => {
    for await (const { objects } of readPages(clients.minio, {
      bucket: systemBucket,
      prefix: `${MANIFESTS}${id}/`,
      maxKeys: 1,
    }))
      return objects.length === 0 && (await isThere(id)) ? [id] : []
    return (await isThere(id)) ? [id] : []
  })
  return judged.flat()
}

/** Noted versions below a name that is a file by now, which no listing shows. */
async function hiddenEntries({ clients: { control } }: Options, entries: ManifestEntry[]): Promise<Finding[]> {
  const isThere = async (bucket: string, key: string, version?: string) =>
    control.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ...(version ? { VersionId: version } : {}) })).then(
      () => true,
      (error: unknown) => {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
        if (isMissing(error) || status === 400 || status === 405) return false
        throw error
      },
    )
  const folders = Map.groupBy(
    entries.flatMap((entry) => [...foldersOf([entry.key])].map((folder) => ({ entry, folder }))),
    ({ entry, folder }) => `${entry.bucket}/${folder}`,
  )
  const found = await mapParallel([...folders.values()], PARALLEL, async ([first, ...others]): Promise<Finding[]> => {
    if (!first || !(await isThere(first.entry.bucket, first.folder))) return []
    for (const { entry } of [first, ...others]) {
      if (await isThere(entry.bucket, entry.key, entry.version))
        return [{ code: 'hiddenKeys', bucket: entry.bucket, key: `${first.folder}/` }]
    }
    return []
  })
  return found.flat()
}
