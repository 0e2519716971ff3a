// /api/archive: archives that are opened like folders.
import { archivesCalls } from '../../../contract/calls/archives.ts'
import { answerOperation } from '../../http/answer-operation.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf } from '../../http/asking.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { sendFile } from '../../http/send-file.ts'
import { AppError } from '../../lib/app-error.ts'
import { nameOf, parseUserPath } from '../../storage/paths.ts'
import type { Compressing } from './compressing.ts'
import type { OpenedArchives } from './opened/service.ts'

export interface OpenedArchivesRoutesOptions {
  openedArchives: OpenedArchives
  compressing: Compressing
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
}

export function openedArchivesRoutes({ openedArchives, compressing, baseUrl }: OpenedArchivesRoutesOptions): Route[] {
  return [
    on(archivesCalls.list, async (ctx, { path, query: { folder = '', cursor } }) => {
      ctx.body = await openedArchives.list(ctx.state.actor, path, { folder, cursor })
    }),
    ...[archivesCalls.entry, archivesCalls.entryHead].map((call) =>
      on(call, (ctx, asked) => sendEntry(ctx, asked, openedArchives), { content: 'people' }),
    ),
    on(archivesCalls.extract, async (ctx, { path, body }) => {
      const { to, paths } = await body()
      const wish = { to: parseUserPath(to), paths, signal: goneOf(ctx) }
      await answerOperation(ctx, await openedArchives.extract(ctx.state.actor, path, wish), { baseUrl })
    }),
    on(archivesCalls.create, async (ctx, { path, body }) => {
      await answerOperation(ctx, await compressing.begin(ctx.state.actor, path, await body()), { baseUrl })
    }),
  ]
}

async function sendEntry(
  ctx: AppContext,
  { path, query }: Asked<typeof archivesCalls.entry>,
  openedArchives: OpenedArchives,
): Promise<void> {
  const { entry = '', inline: isInline } = query
  if (entry === '') throw new AppError('badRequest', 'entry is missing')
  const download = await openedArchives.open(ctx.state.actor, path, { entry, signal: goneOf(ctx) })
  sendFile(ctx, { name: nameOf(entry), isInline }, download)
}
