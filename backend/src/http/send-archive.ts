// Downloads of folders and selections (api-contract 4.2).
import { goneOf } from '../../http/asking.ts'
import { ATTACHMENT_POLICY, dispositionOf } from '../../http/disposition.ts'
import type { AppContext } from '../../http/route.ts'
import { nameOfScope, type UserPath } from '../../storage/paths.ts'
import type { Archive, ArchiveRequest, Archives } from '../archives/service.ts'

/** Answers a request with a folder, or with what `?files=` selects in it, as an archive. */
export async function sendArchive(
  ctx: AppContext,
  { folder, query: { files, algo } }: { folder: UserPath; query: Partial<Pick<ArchiveRequest, 'files' | 'algo'>> },
  archives: Archives,
): Promise<void> {
  const signal = goneOf(ctx)
  const rootName = nameOfScope(ctx.state.user.scope)
  await answerArchive(ctx, await archives.prepare(ctx.state.actor, { folder, rootName, files, algo, signal }), signal)
}

/** Sends an archive, and closes it when it is sent or its client has gone. */
export async function answerArchive(ctx: AppContext, archive: Archive, gone: AbortSignal): Promise<void> {
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
