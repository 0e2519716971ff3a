// /api/resources, /api/raw and /api/usage: a person's files.
import { contentCalls } from '../../../contract/calls/content.ts'
import { filesCalls } from '../../../contract/calls/files.ts'
import { historyCalls } from '../../../contract/calls/history.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { TRASH_NOTE_HEADER } from '../../../contract/headers.ts'
import { answerOperation } from '../../http/answer-operation.ts'
import type { Asked } from '../../http/asked.ts'
import { demandMatch, tagOf } from '../../http/conditions.ts'
import { parseModified } from '../../http/modified.ts'
import { KeptAnswers } from '../../http/kept-answers.ts'
import { on } from '../../http/on.ts'
import { createReceiving, type Receiving } from '../../http/receiving.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseUrlPath } from '../../storage/paths.ts'
import type { Archives } from '../archives/service.ts'
import type { ListingVersion } from './listing-tags.ts'
import { describeResource } from './listings.ts'
import { handleRaw } from './raw.ts'
import type { Files } from './service.ts'

export interface FilesRoutesOptions {
  files: Files
  archives: Archives
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
}

export function filesRoutes({ files, archives, baseUrl }: FilesRoutesOptions): Route[] {
  const receiving = createReceiving(FAIR_SHARES.wholes)
  const kept = new KeptAnswers<ListingVersion>()
  return [
    on(filesCalls.describe, (ctx, asked) => describeResource(ctx, asked, { files, kept })),
    on(filesCalls.create, (ctx, asked) => create(ctx, asked, { files, receiving })),
    on(filesCalls.save, (ctx, asked) => save(ctx, asked, { files, receiving })),
    on(filesCalls.remove, async (ctx, { path }) => {
      const note = await files.remove(ctx.state.actor, path)
      if (note !== null) ctx.set(TRASH_NOTE_HEADER, note)
    }),
    on(filesCalls.change, (ctx, asked) => change(ctx, asked, { files, baseUrl })),
    ...[contentCalls.raw, contentCalls.rawHead].map((call) =>
      on(call, (ctx, asked) => handleRaw(ctx, asked, { files, archives }), { content: 'people' }),
    ),
    on(historyCalls.versions, async (ctx, { path }) => {
      ctx.body = { items: await files.versions(ctx.state.actor, path) }
    }),
    on(filesCalls.usage, async (ctx, { path }) => {
      ctx.body = await files.usage(ctx.state.actor, path, ctx.state.user)
    }),
  ]
}

interface Writing {
  files: Files
  receiving: Receiving
}

async function create(
  ctx: AppContext,
  { path, isFolder, query: { override, modified } }: Asked<typeof filesCalls.create>,
  { files, receiving }: Writing,
): Promise<void> {
  if (isFolder) {
    await files.makeFolder(ctx.state.actor, path)
  } else {
    const options = { request: ctx.req, override, modified: parseModified(modified) }
    const stat = await receiving.run(ctx, () => files.upload(ctx.state.actor, path, options))
    ctx.set('ETag', tagOf(stat))
  }
  ctx.status = 200
}

async function save(
  ctx: AppContext,
  { path, isFolder }: Asked<typeof filesCalls.save>,
  { files, receiving }: Writing,
): Promise<void> {
  if (isFolder) throw new AppError('methodNotAllowed', 'a folder cannot be saved')
  const options = { request: ctx.req, check: demandMatch(ctx.headers) }
  const stat = await receiving.run(ctx, () => files.save(ctx.state.actor, path, options))
  ctx.set('ETag', tagOf(stat))
  ctx.status = 200
}

async function change(
  ctx: AppContext,
  { path: source, query }: Asked<typeof filesCalls.change>,
  { files, baseUrl }: Pick<FilesRoutesOptions, 'files' | 'baseUrl'>,
): Promise<void> {
  const { action, destination = '', override, rename, history, version = '' } = query
  if (action === 'restore') {
    await files.restoreVersion(ctx.state.actor, source, version)
    ctx.status = 200
    return
  }
  // The query's value is itself a URL path, so it is decoded a second time here.
  const running = await files.change(ctx.state.actor, {
    action,
    source,
    destination: parseUrlPath(destination),
    override,
    rename,
    history,
  })
  if (running === null) ctx.status = 200
  else await answerOperation(ctx, running, { baseUrl })
}
