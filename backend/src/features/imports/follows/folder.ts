// One look into a watched folder: imports the torrent files and shortcuts there, and moves them away.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { FEED_NEW_MAX, TORRENT_MAX_BYTES } from '../../../../contract/limits.ts'
import { LINK_FILE_MAX_BYTES, linkTextOf } from '../../../../contract/link-files.ts'
import { IMPORT_ERRORS, type ImportError } from '../../../../contract/import-kinds.ts'
import { JobFailed, JobLost } from '../../../jobs/types.ts'
import { AppError } from '../../../lib/app-error.ts'
import { childOf, locate, parseUserPath, type UserPath } from '../../../storage/paths.ts'
import type { Entry } from '../../../storage/types.ts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Files } from '../../files/service.ts'
import type { Tree } from '../../tree/service.ts'
import { identifyLink } from '../identify-link.ts'
import type { ImportJobs } from '../jobs.ts'
import { failed } from '../landing-failures.ts'
import { type ImportStarting, mayImport } from '../starting.ts'
import type { TorrentForm } from '../torrents/form.ts'
import type { RunningFollow } from './types.ts'

export interface FolderOptions {
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'stat' | 'list' | 'open'>
  /** Moves the files, with the rights of the person. */
  files: Pick<Files, 'change'>
  jobs: Pick<ImportJobs, 'list'>
  starting: Pick<ImportStarting, 'addFound' | 'addTorrent'>
}

/** What a look has found. */
export interface LookedIntoFolder {
  /** Imports that have begun. */
  begun: number
  /** Why the last file that could not be imported was none; null if all could. */
  failure: JobFailed | null
}

type FileEntry = Extract<Entry, { kind: 'file' }>

/** Where files go that have begun an import, and the others. */
const DONE = 'done'
const FAILED = 'failed'
const ID_LENGTH = 12

/**
 * The folder that a person wants to be watched.
 * @throws AppError `badRequest` for the root, and for the shared folder, where nobody knows who has put something;
 *   `forbidden`; `notFound`; `isFile`
 */
export async function checkWatched(
  { access, tree }: Pick<FolderOptions, 'access'> & { tree: Pick<Tree, 'stat'> },
  actor: Actor,
  folder: string,
): Promise<UserPath> {
  const path = parseUserPath(folder)
  // Files are moved away.
  access.demand(actor, 'rename')
  access.authorize(actor, 'create', path)
  const isShared = locate(actor.mounts, path).bucket === actor.mounts.sharedBucket
  if (path === '/' || isShared) throw new AppError('badRequest', 'only folders of one’s own can be watched')
  if ((await tree.stat(actor, path)).kind === 'file') throw new AppError('isFile', 'it is a file')
  return path
}

/** @throws JobLost; AppError of the storage, and as `checkWatched` */
export async function lookIntoFolder(
  options: FolderOptions,
  job: RunningFollow,
  actor: Actor,
): Promise<LookedIntoFolder> {
  const folder = await checkWatched(options, actor, job.input.link)
  const wanted = (await options.tree.list(actor, folder)).filter(isWanted)
  let begun = 0
  let failure: JobFailed | null = null
  for (const entry of wanted.slice(0, FEED_NEW_MAX)) {
    if (!job.isHeld()) throw new JobLost()
    const objection = await take(options, { job, actor, folder, entry })
    if (objection === null) begun += 1
    else if (objection !== 'gone') failure = objection
    // What there is no room for waits where it is.
    if (failure?.code === 'tooMany') break
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
async function beginOnce(options: FolderOptions, { job, actor, folder, entry }: Found, id: string): Promise<void> {
  const { jobs, starting, tree } = options
  if ((await jobs.list(actor.userId)).some(({ _id }) => _id === id)) return
  const { name, size } = entry
  const isTorrent = /\.torrent$/i.test(name)
  if (size > (isTorrent ? TORRENT_MAX_BYTES : LINK_FILE_MAX_BYTES)) throw failed('tooLarge')
  const file = await tree.open(actor, childOf(folder, name))
  const bytes = file === null ? Buffer.alloc(0) : await buffer(file.read())
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
