// What people do with their files.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { createChildren } from '../lib/child/index.ts'
import { createPictureSizes } from '../lib/picture-sizes.ts'
import type { Storage } from '../storage/types.ts'
import type { Access } from '../features/access/access.ts'
import { Compressing } from '../features/archives/compressing.ts'
import { ArchiveListings } from '../features/archives/opened/listings.ts'
import { HouseOpenedArchives, type OpenedArchivesOptions } from '../features/archives/opened/service.ts'
import { HouseArchives } from '../features/archives/service.ts'
import { ZipReader } from '../features/archives/zip-reader.ts'
import { FileChecksums } from '../features/checksums/service.ts'
import { fileTypeOf, mimeOfName } from '../features/files/file-type.ts'
import type { Hooks } from '../features/files/hooks.ts'
import { createFiles } from '../features/files/service.ts'
import { createOperations, type PersonsOperations } from '../features/operations/service.ts'
import { RememberedResolutions } from '../features/previews/resolutions.ts'
import { HousePreviews } from '../features/previews/service.ts'
import { StorageMaps } from '../features/storage-map/service.ts'
import { createSubtitles } from '../features/subtitles/service.ts'
import { VideoFrames } from '../features/previews/video-frames.ts'
import { Histories } from '../features/quotas/histories.ts'
import { Quotas } from '../features/quotas/service.ts'
import { createSearch } from '../features/search/service.ts'
import type { SettingsService } from '../features/settings/service.ts'
import { ShellHooks } from '../features/shell/hooks.ts'
import { FilesShell } from '../features/shell/service.ts'
import { TrashService } from '../features/trash/service.ts'
import { createTree, type Tree } from '../features/tree/service.ts'
import { createUploads, type Uploads } from '../features/uploads/service.ts'
import { createUsageMeter } from '../features/usage/service.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

interface ContentOptions {
  access: Access
  settings: SettingsService
  storage: Storage
  people: PeopleServices
}

/** The program of the processes that read foreign bytes. */
const CHILD = path.join(import.meta.dirname, '../child.ts')
/** How many pictures are rendered at a time, at most, each by a child. On fewer cores fewer. */
const RENDERINGS_MAX = 2

export type ContentServices = ReturnType<typeof buildContent>

export function buildContent(ground: Ground, options: ContentOptions) {
  const { config, log, now } = ground
  const { access, settings, storage } = options
  const { people, signingIn, audit } = options.people
  const room = buildQuotas(ground, options)
  const made = buildMade(ground, storage)
  const tree = createTree({ storage, access })
  const hooks = new ShellHooks({ isOn: config.ENABLE_EXEC, settings, personOf: (id) => signingIn.personOf(id), log })
  const { uploads, files } = buildFiles(ground, options, { ...room, ...made, tree, hooks })
  const archives = new HouseArchives({ storage, access, tree, folder: os.tmpdir(), now })
  const operations = createOperations({ storage })
  const shell = new FilesShell({
    services: { tree, files, archives, operations, zips: new ZipReader(made.children.looks) },
    isOn: config.ENABLE_EXEC,
    log,
    now,
  })
  hooks.runBy(shell)
  storage.beforeReading((at) => uploads.settle(at))
  room.quotas.onNeeded(uploads.claimed)
  room.quotas.onNeeded(() => storage.operations.pending())
  endWithPeople(options.people, { ...made, uploads, operations })
  return {
    ...made,
    tree,
    hooks,
    quotas: room.quotas,
    meter: room.meter,
    uploads,
    files,
    archives,
    openedArchives: buildOpenedArchives(made, { storage, tree, files, quotas: room.quotas }),
    compressing: new Compressing({ storage, tree, files, archives }),
    operations,
    shell,
    ...buildOverviews(tree),
    trash: new TrashService({ storage, access, tree, quotas: room.quotas, audit }),
    everybody: people.all,
  }
}

/** What goes through all names that a person sees. */
const buildOverviews = (tree: Tree) => ({
  search: createSearch({ tree }),
  storageMaps: new StorageMaps({ tree, typeOf: (name, size) => fileTypeOf({ name, size, sniffed: null }) }),
})

type Ending = Pick<ReturnType<typeof buildMade>, 'previews' | 'checksums' | 'listings'> & {
  uploads: Pick<Uploads, 'removeAllOf'>
  operations: Pick<PersonsOperations, 'cancelAllOf'>
}

/** What ends with a person, and what is forgotten with their files. */
function endWithPeople({ userRemovals }: PeopleServices, { uploads, operations, ...made }: Ending): void {
  for (const end of [uploads.removeAllOf, operations.cancelAllOf]) userRemovals.onEnd(end)
  for (const kept of [made.previews, made.checksums, made.listings])
    userRemovals.onForget((bucket) => kept.forget(bucket))
}

/** What files and uploads are built with. */
type FileParts = ReturnType<typeof buildQuotas> & ReturnType<typeof buildMade> & { tree: Tree; hooks: Hooks }

function buildFiles(
  { config, database, log, now, changeCounters, keep }: Ground,
  { access, settings, storage, people: { rights, audit } }: ContentOptions,
  { quotas, meter, histories, checksums, resolutions, children, tree, hooks }: FileParts,
) {
  const shared = { storage, access, tree, rights, quotas, checksums, hooks, now }
  const uploads = keep(
    createUploads({
      ...shared,
      database,
      changeCounters,
      log,
      expiryMs: config.UPLOAD_EXPIRY,
      chunkSize: async () => (await settings.get()).tus.chunkSize,
      newId: randomUUID,
    }),
  )
  const files = createFiles({
    ...shared,
    meter,
    histories,
    resolutions,
    children: children.looks,
    settings,
    audit,
    storageTotal: config.STORAGE_TOTAL,
  })
  return { uploads, files }
}

function buildOpenedArchives(
  { listings, children }: ReturnType<typeof buildMade>,
  services: Pick<OpenedArchivesOptions, 'storage' | 'tree' | 'files' | 'quotas'>,
) {
  return new HouseOpenedArchives({
    ...services,
    listings,
    children: children.archives,
    mimeOf: mimeOfName,
    typeOf: (name, size) => fileTypeOf({ name, size, sniffed: null }),
  })
}

/** How many bytes people's files take, and how many they may. */
function buildQuotas(ground: Ground, { storage, settings, people: { people } }: ContentOptions) {
  const { config, database, log, now, keep } = ground
  const meter = createUsageMeter({ storage, now })
  const histories = new Histories({ database, storage, log, now, newId: randomUUID })
  const quotas = keep(
    new Quotas({
      database,
      storage,
      people,
      settings,
      histories,
      known: meter.used,
      bucketPrefix: config.BUCKET_PREFIX,
      log,
      now,
      newId: randomUUID,
    }),
  )
  storage.onHistory((change) => histories.changed(change))
  return { meter, histories, quotas }
}

/** What is made from files: previews, checksums and listings of archives, which are stored, and subtitles. */
function buildMade({ config, log, now, keep }: Ground, storage: Storage) {
  const children = keep(createChildren(CHILD))
  const sizeOf = createPictureSizes(children.looks)
  const checksums = keep(new FileChecksums({ scratch: storage.scratch, log, now }))
  const resolutions = new RememberedResolutions(sizeOf)
  const previews = keep(
    new HousePreviews({
      scratch: storage.scratch,
      resolutions,
      children: children.drawings,
      videoFrames: new VideoFrames({ program: config.FFMPEG, searchPath: config.searchPath }),
      isOn: { thumb: config.ENABLE_THUMBS, big: config.RESIZE_PREVIEW },
      parallel: Math.min(RENDERINGS_MAX, os.availableParallelism()),
      log,
      now,
    }),
  )
  storage.onCopied((from, to, type) => previews.carry(from, to, type))
  storage.onCopied((from, to) => checksums.carry(from, to))
  const listings = keep(new ArchiveListings({ scratch: storage.scratch, children: children.archives, log, now }))
  const subtitles = createSubtitles(children.looks)
  return { children, sizeOf, checksums, resolutions, previews, listings, subtitles }
}
