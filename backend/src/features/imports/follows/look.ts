// One look into a followed feed or a watched folder: imports what is new.
import type { FeedKind } from '../../../../contract/import-kinds.ts'
import { JobLost } from '../../../jobs/types.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Refetched, SeenValidators } from '../../../lib/dial/refetching.ts'
import { nameOf, parseUserPath } from '../../../storage/paths.ts'
import type { Scratch } from '../../../storage/types.ts'
import type { Actor } from '../../access/actor.ts'
import { seenKey } from '../keys.ts'
import { failed, forbidden } from '../landing-failures.ts'
import type { LandingOwners } from '../landing-owners.ts'
import { checkTarget, type TargetOptions } from '../target.ts'
import { fetchFeed } from './fetching.ts'
import { type FolderOptions, lookIntoFolder } from './folder.ts'
import { feedOfYouTube } from './page.ts'
import { demandFollowing } from './permission.ts'
import type { FeedAnswer, FeedQuestion, ReadFeed } from './read-feed.ts'
import type { FollowInput, FollowProgress, RunningFollow } from './types.ts'

export interface LookOptions extends FolderOptions {
  tree: FolderOptions['tree'] & TargetOptions['tree']
  owners: Pick<LandingOwners, 'actorIfThere'>
  scratch: Pick<Scratch, 'get' | 'put'>
  children: Pick<ChildPool, 'run'>
  dialler: Pick<Dialler, 'dial'>
}

/** What a look has found out. */
export interface Looked extends Omit<FollowProgress, 'lastLook' | 'failures'> {
  /** Whether there is more than one look may begin. */
  isMore: boolean
}

/** A feed as it was found; `feed`: where, if not at the link that the person gave. */
interface FoundFeed extends ReadFeed, SeenValidators {
  feed: string | null
}

const READING_MS = 20_000
const NOTHING: SeenValidators = { etag: null, modified: null }

/** @throws JobFailed, JobLost, the signal's reason; AppError of the storage */
export async function lookInto(options: LookOptions, job: RunningFollow): Promise<Looked> {
  const actor = await checkOwner(options, job)
  return job.input.kind === 'folder' ? lookForFiles(options, job, actor) : lookForEntries(options, job, actor)
}

async function lookForFiles(options: LookOptions, job: RunningFollow, actor: Actor): Promise<Looked> {
  const { begun, failure } = await lookIntoFolder(options, job, actor)
  const { progress, input } = job
  // The page shows why the last file was refused until there is another file.
  const before = begun === 0 && progress.failures === 0 ? progress.error : null
  const error = failure === null ? before : { code: failure.code, detail: failure.detail }
  const title = nameOf(parseUserPath(input.link))
  return { ...progress, title, started: progress.started + begun, error, isMore: false }
}

async function lookForEntries(options: LookOptions, job: RunningFollow, actor: Actor): Promise<Looked> {
  const stored = await options.scratch.get(seenKey(job.id))
  const seen = stored === null ? null : (JSON.parse(stored.toString()) as string[])
  const found = await findFeed(options, job, seen)
  if (found === null) return { ...job.progress, error: null, isMore: false }
  const { started, seen: nowSeen, isAll } = await begin(options, { job, actor, found })
  await options.scratch.put(seenKey(job.id), Buffer.from(JSON.stringify(nowSeen)))
  const isMore = found.isMore || !isAll
  // The server has to send the feed again, because some of its entries are left for the next look.
  const { etag, modified } = isMore ? NOTHING : found
  const { title, feed } = found
  return { title, feed, etag, modified, started: job.progress.started + started, error: null, isMore }
}

/** The person who follows it, with the rights as stored now. @throws JobFailed; AppError as `checkTarget` */
async function checkOwner(options: LookOptions, { owner, input }: RunningFollow): Promise<Actor> {
  const actor = await options.owners.actorIfThere({ owner })
  if (actor === null) throw forbidden('the person no longer exists')
  demandFollowing(options.access, actor, input.kind)
  await checkTarget(options, actor, input.target)
  return actor
}

/** Begins the imports of what is new. Tried again after a crash, nothing begins twice. */
async function begin(
  { starting }: LookOptions,
  { job, actor, found }: { job: RunningFollow; actor: Actor; found: FoundFeed },
): Promise<{ started: number; seen: string[]; isAll: boolean }> {
  const { target, preset } = job.input
  const kind = feedKindOf(job.input)
  const idOf = (id: string) => `${job.id}-${id}`
  if (!job.isHeld()) throw new JobLost()
  const { started, settled } = await starting.addFound(
    actor,
    found.fresh.map((entry) => ({ ...entry, id: idOf(entry.id) })),
    { target, preset, from: found.title, kind: kind === 'auto' ? undefined : kind },
  )
  const left = new Set(found.fresh.map(({ id }) => id).filter((id) => !settled.includes(idOf(id))))
  return { started, seen: found.seen.filter((id) => !left.has(id)), isAll: left.size === 0 }
}

/** The feed at the link, or the one that the page there names; null if it is the same as before. */
async function findFeed(
  options: LookOptions,
  { input, progress, signal }: RunningFollow,
  seen: readonly string[] | null,
): Promise<FoundFeed | null> {
  const url = URL.parse(input.link)
  const first = progress.feed ?? (url === null ? null : feedOfYouTube(url)) ?? input.link
  const question = { kind: feedKindOf(input), seen: seen ?? (input.old ? [] : null) }
  const fetched = await fetchFeed(options.dialler, { link: first, before: seen === null ? NOTHING : progress, signal })
  if (fetched === null) return null
  const answer = await read(options, fetched, question)
  if (!('feed' in answer)) return { ...fetched, ...answer, feed: fetched.isMoved ? fetched.url.href : progress.feed }
  const named = await fetchFeed(options.dialler, { link: answer.feed, before: NOTHING, signal })
  const inNamed = named === null ? null : await read(options, named, question)
  if (named === null || inNamed === null || 'feed' in inNamed) throw failed('badFeed', 'the page names no feed')
  return { ...named, ...inNamed, feed: answer.feed }
}

const feedKindOf = ({ kind }: FollowInput): FeedKind => (kind === 'folder' ? 'auto' : kind)

/** Reads it in a child. @throws JobFailed `badFeed` */
async function read(
  { children }: LookOptions,
  { body, url }: Refetched,
  question: Omit<FeedQuestion, 'url'>,
): Promise<NonNullable<FeedAnswer>> {
  const answer = await children
    .run({
      task: 'feed',
      input: { ...question, url: url.href } satisfies FeedQuestion,
      body: { length: body.length, open: () => [body] },
      limitMs: READING_MS,
      // A child that has begun ends by its own limits.
      signal: AbortSignal.timeout(2 * READING_MS),
    })
    .catch((error: unknown) => {
      const isUnreadable = error instanceof AppError && error.code === 'unsupportedMediaType'
      throw isUnreadable ? failed('badFeed', error.message) : error
    })
  const told = answer.value as FeedAnswer
  if (told === null) throw failed('badFeed', 'there is no feed')
  return told
}
