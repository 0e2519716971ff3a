// /api/resources, /api/raw and /api/usage: a person's files on the wire (api-contract 3 and 4).
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { TRASH_NOTE_HEADER } from '../../../contract/headers.ts'
import { changeResourceQuery } from '../../../contract/resources.ts'
import { answerOperation } from '../../http/answer-operation.ts'
import { tagOf } from '../../http/conditions.ts'
import { parseModified } from '../../http/modified.ts'
import { createReceiving, type Receiving } from '../../http/receiving.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { queryOf, urlPathOf } from '../../http/url-path.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseUrlPath } from '../../storage/paths.ts'
import type { Archives } from '../archives/service.ts'
import { handleRaw } from './raw.ts'
import type { Files } from './service.ts'

const RESOURCES = '/api/resources'
const USAGE = '/api/usage'
const VERSIONS = '/api/versions'

export interface FilesRoutesOptions {
  files: Files
  archives: Archives
  /** The path that Nido lives under, without a closing slash; '' for the root. */
  baseUrl: string
}

export function filesRoutes({ files, archives, baseUrl }: FilesRoutesOptions): Route[] {
  const resources = (method: Route['method'], handler: Route['handler']): Route => ({
    method,
    path: `${RESOURCES}{/*path}`,
    policy: 'person',
    handler,
  })
  const receiving = createReceiving(FAIR_SHARES.wholes)
  const raw = (method: Route['method']): Route => ({
    method,
    path: '/api/raw{/*path}',
    policy: 'person',
    queryToken: true,
    content: 'people',
    handler: (ctx) => handleRaw(ctx, { files, archives }),
  })
  return [
    resources('GET', (ctx) => describe(ctx, files)),
    resources('POST', (ctx) => create(ctx, files, receiving)),
    resources('PUT', (ctx) => save(ctx, files, receiving)),
    resources('DELETE', (ctx) => remove(ctx, files)),
    resources('PATCH', (ctx) => change(ctx, { files, baseUrl })),
    raw('GET'),
    raw('HEAD'),
    {
      method: 'GET',
      path: `${VERSIONS}{/*path}`,
      policy: 'person',
      handler: async (ctx) => {
        ctx.body = { items: await files.versions(ctx.state.actor, urlPathOf(ctx, VERSIONS).path) }
      },
    },
    { method: 'GET', path: `${USAGE}{/*path}`, policy: 'person', handler: (ctx) => tellUsage(ctx, files) },
  ]
}

async function describe(ctx: AppContext, files: Files): Promise<void> {
  const { path, isFolder } = urlPathOf(ctx, RESOURCES)
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  ctx.body = await files.describe(ctx.state.actor, path, {
    isFolder,
    sorting: ctx.state.user.sorting,
    checksum: queryOf(ctx).checksum,
    signal: gone.signal,
  })
}

async function create(ctx: AppContext, files: Files, receiving: Receiving): Promise<void> {
  const { path, isFolder } = urlPathOf(ctx, RESOURCES)
  const { override, modified } = queryOf(ctx)
  if (isFolder) {
    await files.makeFolder(ctx.state.actor, path)
  } else {
    const options = { override: override === 'true', modified: parseModified(modified) }
    const stat = await receiving.run(ctx, () => files.upload(ctx.state.actor, path, ctx.req, options))
    ctx.set('ETag', tagOf(stat))
  }
  ctx.status = 200
}

async function save(ctx: AppContext, files: Files, receiving: Receiving): Promise<void> {
  const { path, isFolder } = urlPathOf(ctx, RESOURCES)
  if (isFolder) throw new AppError('methodNotAllowed', 'a folder cannot be saved')
  const stat = await receiving.run(ctx, () => files.save(ctx.state.actor, path, ctx.req))
  ctx.set('ETag', tagOf(stat))
  ctx.status = 200
}

async function remove(ctx: AppContext, files: Files): Promise<void> {
  const { path } = urlPathOf(ctx, RESOURCES)
  const note = await files.remove(ctx.state.actor, path)
  if (note !== null) ctx.set(TRASH_NOTE_HEADER, note)
  ctx.status = 204
}

async function change(
  ctx: AppContext,
  { files, baseUrl }: Pick<FilesRoutesOptions, 'files' | 'baseUrl'>,
): Promise<void> {
  const { path: source } = urlPathOf(ctx, RESOURCES)
  const { action, destination, override, rename, history, version } = changeResourceQuery.parse(queryOf(ctx))
  if (action === 'restore') {
    await files.restoreVersion(ctx.state.actor, source, version)
    ctx.status = 200
    return
  }
  // The query's value is itself a URL path: it is decoded a second time here.
  const running = await files.change(ctx.state.actor, {
    action,
    source,
    destination: parseUrlPath(destination),
    override,
    rename,
    history,
  })
  if (running === null) ctx.status = 200
  else await answerOperation(ctx, running, baseUrl)
}

async function tellUsage(ctx: AppContext, files: Files): Promise<void> {
  const { path } = urlPathOf(ctx, USAGE)
  ctx.body = await files.usage(ctx.state.actor, path, ctx.state.user)
}
