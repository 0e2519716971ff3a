// Downloads of a person's files and folders (api-contract 4.1 and 4.2).
import type { contentCalls } from '../../../contract/calls/content.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf } from '../../http/asking.ts'
import { isAnsweredUnseen, validatorsOf } from '../../http/conditions.ts'
import type { AppContext } from '../../http/route.ts'
import { sendArchive } from '../../http/send-archive.ts'
import { nextBytes, sendFile } from '../../http/send-file.ts'
import { nameOf, nameOfScope, type UserPath } from '../../storage/paths.ts'
import type { Archives } from '../archives/service.ts'
import type { Files } from './service.ts'

type AskedRaw = Asked<typeof contentCalls.raw>

/** GET and HEAD `/api/raw{path}`: a file as it is, a folder as an archive. */
export async function handleRaw(
  ctx: AppContext,
  asked: AskedRaw,
  { files, archives }: { files: Files; archives: Archives },
): Promise<void> {
  const { actor } = ctx.state
  const { path } = asked
  const { version, inline: isInline } = asked.query
  if (await isKnownUnseen(ctx, path, { files, version })) return
  const how = { version, next: nextBytes(ctx), asKnown: ctx.method === 'HEAD' }
  const download = await files.open(actor, path, how)
  if (download === null) await handleFolder(ctx, asked, archives)
  else sendFile(ctx, { name: nameOf(path), isInline }, download)
}

/**
 * Answers a client that already has the file, without a request to the storage. Not for older versions, which are
 * rarely asked for.
 */
async function isKnownUnseen(
  ctx: AppContext,
  path: UserPath,
  { files, version }: { files: Files; version: string | undefined },
): Promise<boolean> {
  if (ctx.get('If-None-Match') === '' || version !== undefined) return false
  const stat = await files.recall(ctx.state.actor, path)
  return stat !== null && isAnsweredUnseen(ctx, validatorsOf(stat))
}

/** A folder, or what `?files=` selects in it. */
async function handleFolder(ctx: AppContext, { path: folder, query }: AskedRaw, archives: Archives): Promise<void> {
  const { files, algo } = query
  const { actor, user } = ctx.state
  const signal = goneOf(ctx)
  const rootName = nameOfScope(user.scope)
  await sendArchive(ctx, await archives.prepare(actor, { folder, rootName, files, algo, signal }), signal)
}
