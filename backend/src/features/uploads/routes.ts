// /api/tus: resumable uploads on the wire (api-contract 6).
import type { Call } from '../../../contract/calls/call.ts'
import { uploadsCalls } from '../../../contract/calls/uploads.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { type Asked, prefixOf } from '../../http/asked.ts'
import { parseModified } from '../../http/modified.ts'
import { type Handler, on } from '../../http/on.ts'
import { createReceiving } from '../../http/receiving.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { encodePath } from '../../storage/paths.ts'
import { OBJECT_MAX_BYTES } from '../../storage/part-limits.ts'
import { checkProtocol, mtimeOfUpload, parseLength } from './headers.ts'
import type { UploadProgress, Uploads } from './service.ts'

const TUS = prefixOf(uploadsCalls.begin)

export interface UploadsRoutesOptions {
  uploads: Uploads
  /** The path that Nido lives under, without a closing slash; '' for the root. */
  baseUrl: string
}

export function uploadsRoutes({ uploads, baseUrl }: UploadsRoutesOptions): Route[] {
  // Each takes a connection to the storage, and may take some megabytes.
  const receiving = createReceiving(FAIR_SHARES.chunks)
  /** What is wrong with the protocol is told before anything else. */
  const route = <C extends Call>(call: C, handler: Handler<C>): Route =>
    on(call, (ctx, asked) => {
      checkProtocol(ctx)
      return handler(ctx, asked)
    })
  return [
    route(uploadsCalls.begin, (ctx, asked) => begin(ctx, asked, { uploads, baseUrl })),
    route(uploadsCalls.progress, async (ctx, { path }) => {
      const progress = await uploads.progress(ctx.state.actor, path)
      ctx.set({ 'Upload-Length': String(progress.length), 'Cache-Control': 'no-store' })
      // tus 1.0, creation-defer-length: "the Server MUST set Upload-Defer-Length: 1 in all responses to HEAD requests".
      if (progress.length < 0) ctx.set('Upload-Defer-Length', '1')
      tell(ctx, progress)
      ctx.status = 200
    }),
    route(uploadsCalls.append, async (ctx, { path }) => {
      tell(ctx, await receiving.run(ctx, () => uploads.append(ctx.state.actor, path, ctx.req)))
      ctx.status = 204
    }),
    route(uploadsCalls.remove, async (ctx, { path }) => {
      await uploads.remove(ctx.state.actor, path)
      ctx.status = 204
    }),
  ]
}

async function begin(
  ctx: AppContext,
  { path, query: { override, modified } }: Asked<typeof uploadsCalls.begin>,
  { uploads, baseUrl }: UploadsRoutesOptions,
): Promise<void> {
  const progress = await uploads.begin(ctx.state.actor, path, {
    length: parseLength(
      ctx.headers['upload-length'] === undefined ? undefined : ctx.get('Upload-Length'),
      OBJECT_MAX_BYTES,
    ),
    override,
    modified: parseModified(modified) ?? mtimeOfUpload(ctx.get('Upload-Metadata')),
  })
  if (progress.expires) ctx.set('Upload-Expires', progress.expires.toUTCString())
  // Made of the path alone: no header of the request has a say in it.
  ctx.set('Location', `${baseUrl}${TUS}${encodePath(path)}`)
  ctx.status = 201
}

function tell(ctx: AppContext, { offset, expires }: UploadProgress): void {
  ctx.set('Upload-Offset', String(offset))
  // tus 1.0, expiration: an RFC 9110 date.
  if (expires) ctx.set('Upload-Expires', expires.toUTCString())
}
