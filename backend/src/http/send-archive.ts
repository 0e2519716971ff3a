// Answers a request with an archive (api-contract 4.2).
import type { Archive } from '../features/archives/service.ts'
import { ATTACHMENT_POLICY, dispositionOf } from './disposition.ts'
import type { AppContext } from './route.ts'

/** Sends an archive, and closes it when it is sent or its client has gone. */
export async function sendArchive(ctx: AppContext, archive: Archive, gone: AbortSignal): Promise<void> {
  if (gone.aborted || ctx.method === 'HEAD') await archive.close()
  else gone.addEventListener('abort', () => void archive.close())
  if (!gone.aborted) answer(ctx, archive)
}

function answer(ctx: AppContext, archive: Archive): void {
  ctx.set({
    'Cache-Control': 'private',
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': dispositionOf(archive.name, false),
  })
  ctx.append('Content-Security-Policy', ATTACHMENT_POLICY)
  ctx.status = 200
  ctx.body = ctx.method === 'HEAD' ? '' : archive.body()
  ctx.set('Content-Type', archive.type)
  if (archive.length === null) ctx.remove('Content-Length')
  else ctx.set('Content-Length', String(archive.length))
  // The browser shows that something comes, also while the first block is still being compressed.
  ctx.flushHeaders()
}
