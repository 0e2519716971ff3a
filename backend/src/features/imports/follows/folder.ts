// One look into a watched folder: imports the torrent files and shortcuts there, and moves them away.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { FEED_NEW_MAX, TORRENT_MAX_BYTES } from '../../../../contract/limits.ts'
import { LINK_FILE_MAX_BYTES, linkTextOf } from '../../../../contract/link-files.ts'
import { IMPORT_ERRORS, type ImportError } from '../../../../contract/import-kinds.ts'
import { JobFailed, JobLost } from '../../../jobs/types.ts'
import { AppError } from '../../../lib/app-error.ts'
import { childOf, locate, type UserPath } from '../../../storage/paths.ts'
import { putterOf } from '../../../storage/putters.ts'
import type { Entry, FileStat } from '../../../storage/types.ts'
import type { Actor } from '../../access/actor.ts'
import type { Files } from '../../files/service.ts'
import type { Tree } from '../../tree/service.ts'
import { identifyLink } from '../identify-link.ts'
import type { ImportJobs } from '../jobs.ts'
import { failed } from '../landing-failures.ts'
import type { LandingOwners } from '../landing-owners.ts'
import { type ImportStarting, mayImport } from '../starting.ts'
import { checkTarget, type TargetOptions } from '../target.ts'
import type { TorrentForm } from '../torrents/form.ts'
import type { RunningFollow } from './types.ts'
import { checkWatched, type WatchedFolderOptions } from './watched-folder.ts'

export interface FolderOptions extends WatchedFolderOptions {
  tree: WatchedFolderOptions['tree'] & TargetOptions['tree'] & Pick<Tree, 'list' | 'open'>
  owners: Pick<LandingOwners, 'actorIfThere'>
  /** Moves the files, with the rights of the person. */
  files: Pick<Files, 'change'>
  jobs: Pick<ImportJobs, 'list'>
  starting: Pick<ImportStarting, 'addFound' | 'addTorrent'>
}

/** What a look has found. */
export interface LookedIntoFolder {
  /** Imports that have begun. */
  begun: number
  /** Why the last file that could not be imported was refused; null if all could be imported. */
  failure: JobFailed | null
}

type FileEntry = Extract<Entry, { kind: 'file' }>

/** Where files go that have begun an import, and the others. */
const DONE = 'done'
const FAILED = 'failed'
const ID_LENGTH = 12
/** Files that one look reads, of which some may have to wait for those who put them there. */
const READ_MAX = 5 * FEED_NEW_MAX

/** @throws JobLost; AppError of the storage, and as `checkWatched` */
export async function lookIntoFolder(
  options: FolderOptions,
  job: RunningFollow,
  actor: Actor,
): Promise<LookedIntoFolder> {
  const folder = await checkWatched(options, actor, job.input)
  const wanted = (await options.tree.list(actor, folder)).filter(isWanted)
  let begun = 0
  let failure: JobFailed | null = null
  for (const entry of wanted.slice(0, READ_MAX)) {
    if (!job.isHeld()) throw new JobLost()
    const objection = await take(options, { job, actor, folder, entry })
    if (objection === null) begun += 1
    else if (objection !== 'gone') failure = objection
    // A file that there is no room for stays where it is. Imports of other people may have room.
    if (begun === FEED_NEW_MAX || (failure?.code === 'tooMany' && !options.tree.isShared(actor, folder))) break
  }
  return { begun, failure }
}

const isWanted = (entry: Entry): entry is FileEntry => entry.kind === 'file' && /\.(?:torrent|url)$/i.test(entry.name)

interface Found {
  job: RunningFollow
  actor: Actor
  folder: UserPath
  entry: FileEntry
}

/** Begins the import of a file, and moves it away. Answers why it could not begin, or null. */
async function take(options: FolderOptions, found: Found): Promise<JobFailed | 'gone' | null> {
  const { actor, folder, entry } = found
  try {
    const objection = await begin(options, found)
    if (objection?.code === 'tooMany') return objection
    await moveTo(options, { actor, folder, name: entry.name, to: objection === null ? DONE : FAILED })
    return objection
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return 'gone'
    throw error
  }
}

/** Begins the import of a file; tried again after a crash, not twice. Answers why it could not, or null. */
async function begin(options: FolderOptions, found: Found): Promise<JobFailed | null> {
  const { name } = found.entry
  try {
    await beginOnce(options, found, idOf(found))
    return null
  } catch (error) {
    const code = refusalOf(error)
    if (code === null) throw error
    return failed(code, name)
  }
}

function idOf({ job, entry: { name, etag, modified } }: Found): string {
  const hash = createHash('sha256').update(`${name} ${etag} ${modified.getTime()}`).digest('base64url')
  return `${job.id}-${hash.slice(0, ID_LENGTH)}`
}

/** @throws JobFailed, AppError */
async function beginOnce(options: FolderOptions, found: Found, id: string): Promise<void> {
  const { jobs, starting, tree } = options
  const { job, folder, entry } = found
  const { name, size } = entry
  const isTorrent = /\.torrent$/i.test(name)
  if (size > (isTorrent ? TORRENT_MAX_BYTES : LINK_FILE_MAX_BYTES)) throw failed('tooLarge')
  const file = await tree.open(found.actor, childOf(folder, name))
  if (file === null) throw new AppError('notFound', 'it is gone')
  const actor = await starterOf(options, found, file.stat)
  if ((await jobs.list(actor.userId)).some(({ _id }) => _id === id)) return
  const bytes = await buffer(file.read())
  const { target } = job.input
  if (isTorrent) {
    await starting.addTorrent(actor, await formWith(name, bytes), { target, inOrder: false, id, from: folder })
    return
  }
  const link = linkTextOf(name, bytes.toString())
  const read = identifyLink(link)
  if ('error' in read) throw failed(read.error)
  if (!mayImport(actor, read.kind)) throw failed('forbidden')
  const { settled } = await starting.addFound(actor, [{ id, link, title: name }], {
    target,
    kind: undefined,
    from: folder,
  })
  if (settled.length === 0) throw failed('tooMany')
}

/**
 * Whose import a file becomes: in the shared folder that of who has put it there, else that of who has the folder
 * watched. @throws JobFailed `unknownPerson`; AppError as `checkTarget`
 */
async function starterOf(options: FolderOptions, { job, actor, folder, entry }: Found, stat: FileStat): Promise<Actor> {
  const path = childOf(folder, entry.name)
  if (!options.tree.isShared(actor, path)) return actor
  const owner = putterOf(stat, locate(actor.mounts, path))
  if (owner === actor.userId) return actor
  const putter = owner === null ? null : await options.owners.actorIfThere({ owner })
  if (putter === null) throw failed('unknownPerson')
  await checkTarget(options, putter, job.input.target)
  return putter
}

/** As the page uploads it. */
async function formWith(name: string, bytes: Buffer): Promise<TorrentForm> {
  const form = new FormData()
  form.set('torrent', new File([new Uint8Array(bytes)], name))
  const sent = new Response(form)
  return { type: sent.headers.get('content-type') ?? '', body: Buffer.from(await sent.arrayBuffer()) }
}

/** What is wrong with a file; null for what may pass by itself. */
function refusalOf(error: unknown): ImportError | null {
  if (error instanceof AppError && error.code === 'badRequest')
    return IMPORT_ERRORS.find((code) => error.message.startsWith(`${code}:`)) ?? 'badTorrent'
  const code = error instanceof AppError || error instanceof JobFailed ? error.code : ''
  return IMPORT_ERRORS.find((known) => known === code) ?? null
}

/** Moves a file to a folder beside it, under a name that is free there. */
async function moveTo(
  { files }: FolderOptions,
  { actor, folder, name, to }: { actor: Actor; folder: UserPath; name: string; to: string },
): Promise<void> {
  const running = await files.change(actor, {
    action: 'rename',
    source: childOf(folder, name),
    destination: childOf(childOf(folder, to), name),
    override: false,
    rename: true,
    history: false,
  })
  await running?.committed
}
