// /api/tus: resumable uploads.
import type { Call } from '../../../contract/calls/call.ts'
import { uploadsCalls } from '../../../contract/calls/uploads.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { type Asked, prefixOf } from '../../http/asked.ts'
import { parseModified } from '../../http/modified.ts'
import { type Handler, on } from '../../http/on.ts'
import { createReceiving } from '../../http/receiving.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { OBJECT_MAX_BYTES } from '../../storage/part-limits.ts'
import { encodePath } from '../../storage/paths.ts'
import type { UploadAnswer } from './calls.ts'
import { checkProtocol, headerOf, mtimeOfUpload, namedIn, parseLength } from './headers.ts'
import type { Uploads } from './service.ts'

const TUS = prefixOf(uploadsCalls.begin)

export interface UploadsRoutesOptions {
  uploads: Pick<Uploads, 'calls'>
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
}

export function uploadsRoutes({ uploads, baseUrl }: UploadsRoutesOptions): Route[] {
  // Each chunk takes a connection to the storage and possibly some megabytes.
  const receiving = createReceiving(FAIR_SHARES.chunks)
  /** Protocol errors are reported before anything else. */
  const route = <C extends Call>(call: C, handler: Handler<C>): Route =>
    on(call, (ctx, asked) => {
      checkProtocol(ctx)
      return handler(ctx, asked)
    })
  return [
    route(uploadsCalls.begin, (ctx, asked) => begin(ctx, asked, { uploads, baseUrl })),
    route(uploadsCalls.progress, async (ctx, { path }) => {
      // The contract's own word for an upload whose length nobody has said.
      ctx.set('Upload-Length', '-1')
      tell(ctx, await uploads.calls.progress(ctx.state.actor, path))
    }),
    route(uploadsCalls.append, async (ctx, { path }) => {
      tell(ctx, await receiving.run(ctx, () => uploads.calls.append(ctx.state.actor, path, ctx.req)))
    }),
    route(uploadsCalls.remove, async (ctx, { path }) => {
      tell(ctx, { ...(await uploads.calls.remove(ctx.state.actor, path, namedIn(ctx.req))), expires: null })
    }),
  ]
}

async function begin(
  ctx: AppContext,
  { path, query: { override, modified } }: Asked<typeof uploadsCalls.begin>,
  { uploads, baseUrl }: UploadsRoutesOptions,
): Promise<void> {
  const answer = await uploads.calls.begin(ctx.state.actor, path, {
    length: parseLength(headerOf(ctx.req, 'upload-length'), OBJECT_MAX_BYTES),
    override,
    modified: parseModified(modified) ?? mtimeOfUpload(ctx.get('Upload-Metadata')),
  })
  tell(ctx, answer)
  // Made of the path alone: no header of the request has a say in it.
  ctx.set('Location', `${baseUrl}${TUS}${encodePath(path)}`)
}

function tell(ctx: AppContext, { status, headers, expires }: UploadAnswer): void {
  ctx.status = status
  ctx.set(headers)
  // tus 1.0, expiration: an RFC 9110 date.
  if (expires) ctx.set('Upload-Expires', expires.toUTCString())
}
