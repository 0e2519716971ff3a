// /api/imports, and the three calls of the specification about torrents.
import { importsCalls } from '../../../contract/calls/imports.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { TORRENT_MAX_BYTES } from '../../../contract/limits.ts'
import { answerJson } from '../../http/answers.ts'
import { bytesBody } from '../../http/bytes-body.ts'
import { on } from '../../http/on.ts'
import { createReceiving } from '../../http/receiving.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { sendFile } from '../../http/send-file.ts'
import { inTime } from '../../http/slow-body.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ImportProbing } from './probing.ts'
import type { HouseImports } from './service.ts'
import type { ImportStarting } from './starting.ts'

/** What a form has besides the torrent file: the heads of its parts. */
const FORM_BYTES = 64 * 1024

export interface ImportsRoutesOptions {
  imports: HouseImports
  importStarting: ImportStarting
  importProbing: ImportProbing
}

export const importsRoutes = (options: ImportsRoutesOptions): Route[] => [
  ...startingRoutes(options),
  ...listRoutes(options),
  ...probeRoutes(options),
  ...historyRoutes(options),
  ...importRoutes(options),
]

function startingRoutes({ importStarting }: ImportsRoutesOptions): Route[] {
  const receiving = createReceiving(FAIR_SHARES.torrentFiles)
  return [
    on(importsCalls.importTorrent, async (ctx, { query }) => {
      const { actor } = ctx.state
      importStarting.demandTorrents(actor)
      const type = ctx.get('Content-Type')
      if (!ctx.is('multipart/form-data')) throw new AppError('badRequest', 'the body is not a form')
      const added = await receiving.run(ctx, async () => {
        const body = await inTime(ctx, () => bytesBody(ctx.req, TORRENT_MAX_BYTES + FORM_BYTES))
        return importStarting.addTorrent(actor, { type, body }, query)
      })
      answerJson(ctx, added)
    }),
    on(importsCalls.start, async (ctx, { body }) =>
      answerJson(ctx, await importStarting.addLinks(ctx.state.actor, await body())),
    ),
  ]
}

const listRoutes = ({ imports }: ImportsRoutesOptions): Route[] => [
  on(importsCalls.torrentProgress, async (ctx) => answerJson(ctx, await imports.progress(ctx.state.actor))),
  on(importsCalls.torrentCancel, async (ctx, { query: { name } }) => {
    if (name === undefined) throw new AppError('badRequest', 'the name is missing')
    await imports.cancelTorrent(ctx.state.actor, name)
    ctx.status = 200
    ctx.body = ''
  }),
  on(importsCalls.list, async (ctx, { query }) => answerJson(ctx, await imports.list(ctx.state.actor, query))),
  on(importsCalls.clear, (ctx) => imports.clear(ctx.state.actor)),
]

const probeRoutes = ({ importProbing }: ImportsRoutesOptions): Route[] => [
  on(importsCalls.probe, async (ctx, { body }) =>
    answerJson(ctx, await importProbing.start(ctx.state.actor, await body())),
  ),
  on(importsCalls.probed, async (ctx, { params }) =>
    answerJson(ctx, await importProbing.read(ctx.state.actor, params.id)),
  ),
  on(importsCalls.probePicture, async (ctx, { params }) =>
    sendPicture(ctx, await importProbing.picture(ctx.state.actor, params.id)),
  ),
]

const historyRoutes = ({ imports }: ImportsRoutesOptions): Route[] => [
  on(importsCalls.history, async (ctx) => answerJson(ctx, { items: await imports.past(ctx.state.actor) })),
  on(importsCalls.clearHistory, (ctx) => imports.forgetPast(ctx.state.actor)),
]

/** The calls of one import. */
const importRoutes = ({ imports }: ImportsRoutesOptions): Route[] => [
  on(importsCalls.read, async (ctx, { params }) => answerJson(ctx, await imports.read(ctx.state.actor, params.id))),
  on(importsCalls.change, async (ctx, { params, body }) =>
    answerJson(ctx, await imports.change(ctx.state.actor, params.id, await body())),
  ),
  on(importsCalls.pause, (ctx, { params }) => imports.pause(ctx.state.actor, params.id)),
  on(importsCalls.resume, (ctx, { params }) => imports.resume(ctx.state.actor, params.id)),
  on(importsCalls.check, (ctx, { params }) => imports.check(ctx.state.actor, params.id)),
  on(importsCalls.remove, (ctx, { params }) => imports.remove(ctx.state.actor, params.id)),
  on(importsCalls.watch, async (ctx, { params }) => {
    const { name, ...film } = await imports.watch(ctx.state.actor, params.id, Number(params.file))
    sendFile(ctx, { name, isInline: true }, film)
  }),
  on(importsCalls.picture, async (ctx, { params }) =>
    sendPicture(ctx, await imports.picture(ctx.state.actor, params.id)),
  ),
]

function sendPicture(ctx: AppContext, picture: Buffer): void {
  ctx.body = picture
  ctx.type = 'image/jpeg'
  ctx.set('Cache-Control', 'private, no-cache')
}
