// /api/public: what guests get through a link. No token is needed or read.
import { sharingCalls } from '../../../contract/calls/sharing.ts'
import type { Resource } from '../../../contract/resources.ts'
import { SHARE_PASSWORD_HEADER } from '../../../contract/shares.ts'
import { answerJson } from '../../http/answers.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf } from '../../http/asking.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { sendArchive } from '../../http/send-archive.ts'
import { nextBytes, sendFile, type SentAs } from '../../http/send-file.ts'
import { previewAsked, sendPreview } from '../../http/send-preview.ts'
import { sendSubtitle } from '../../http/send-subtitle.ts'
import { endsInSlash } from '../../http/url-path.ts'
import { AppError } from '../../lib/app-error.ts'
import { childOf, nameOf, parseUrlPath, type UserPath } from '../../storage/paths.ts'
import type { Archive, Archives } from '../archives/service.ts'
import type { Audit } from '../audit/service.ts'
import type { Download, DownloadWish, Files } from '../files/service.ts'
import type { Previews } from '../previews/service.ts'
import type { Subtitles } from '../subtitles/service.ts'
import { guestOf } from './link-usage.ts'
import { auditedLink } from './model.ts'
import { type Guest, lookAtRoot, noSuchLink, type OpenedLink } from './opening.ts'
import { presentShared } from './present.ts'
import type { Shares } from './service.ts'

export interface PublicRoutesOptions {
  shares: Pick<Shares, 'open' | 'linkUsage'>
  files: Pick<Files, 'describe' | 'open'>
  archives: Archives
  previews: Pick<Previews, 'make'>
  subtitles: Subtitles
  audit: Pick<Audit, 'note'>
}

export function publicRoutes(options: PublicRoutesOptions): Route[] {
  return [
    on(sharingCalls.open, (ctx, asked) => describe(ctx, asked, options)),
    ...[sharingCalls.download, sharingCalls.downloadHead].map((call) =>
      on(call, (ctx, asked) => download(ctx, asked, options), { content: 'links' }),
    ),
    ...[sharingCalls.preview, sharingCalls.previewHead].map((call) =>
      on(call, (ctx, asked) => preview(ctx, asked, options), { content: 'links' }),
    ),
    ...[sharingCalls.subtitle, sharingCalls.subtitleHead].map((call) =>
      on(call, (ctx, asked) => subtitle(ctx, asked, options), { content: 'links' }),
    ),
  ]
}

const guestFrom = (ctx: AppContext, token = ''): Guest => ({
  address: ctx.state.address,
  gone: goneOf(ctx),
  password: ctx.get(SHARE_PASSWORD_HEADER),
  token,
})

/**
 * The path in the owner's tree that a guest asks for. For a shared file the path is ignored, and nothing leads out of a
 * shared folder.
 */
function pathIn({ link, root }: OpenedLink, rest: string): UserPath {
  if (link.isFile) return root
  let below: UserPath
  try {
    below = parseUrlPath(rest)
  } catch {
    throw noSuchLink()
  }
  return below === '/' ? root : childOf(root, below.slice(1))
}

/** Reads what a guest asks for. If the shared item itself is gone, its link ends. */
function lookAt<T>(
  opened: OpenedLink,
  path: UserPath,
  { look, isFile }: { look(): Promise<T>; isFile(found: T): boolean },
): Promise<T> {
  return path === opened.root ? lookAtRoot(opened.link, look, isFile) : look()
}

async function describe(
  ctx: AppContext,
  { params: { hash }, rest, query: { token } }: Asked<typeof sharingCalls.open>,
  { shares, files, audit }: PublicRoutesOptions,
): Promise<void> {
  const guest = guestFrom(ctx, token)
  const shown = await shares.open(hash, guest, async (opened) => {
    const { actor, link, root, rootName } = opened
    const path = pathIn(opened, rest)
    const look = (): Promise<Resource> =>
      files.describe(actor, path, {
        isFolder: endsInSlash(rest),
        sorting: { by: 'name', asc: false },
        checksum: undefined,
        signal: guest.gone,
      })
    const resource = await lookAt(opened, path, { look, isFile: ({ isDir }) => !isDir })
    if (path === root) {
      shares.linkUsage.opened(hash)
      noteUse(ctx, opened, { kind: 'linkOpened', audit })
    }
    return presentShared(resource, { root, rootName, isFile: link.isFile, token: link.token, expires: link.expires })
  })
  answerJson(ctx, shown)
}

/** Finds the content that a guest asks for; null means a folder. */
async function find(
  opened: OpenedLink,
  { rest, how }: { rest: string; how?: DownloadWish },
  { files }: PublicRoutesOptions,
): Promise<{ path: UserPath; file: Download | null }> {
  const path = pathIn(opened, rest)
  return {
    path,
    file: await lookAt(opened, path, {
      look: () => files.open(opened.actor, path, how),
      isFile: (found) => found !== null,
    }),
  }
}

async function download(
  ctx: AppContext,
  { params: { hash }, rest, query }: Asked<typeof sharingCalls.download>,
  options: PublicRoutesOptions,
): Promise<void> {
  const { token, inline: isInline, files, algo } = query
  const signal = goneOf(ctx)
  const made: { archive: Archive | null } = { archive: null }
  try {
    const { opened, path, file } = await options.shares.open(hash, guestFrom(ctx, token), async (opened) => {
      // Read again, because the shared item has been moved.
      await made.archive?.close()
      made.archive = null
      const { path, file } = await find(opened, { rest, how: { next: nextBytes(ctx) } }, options)
      if (file === null)
        made.archive = await options.archives.prepare(opened.actor, {
          folder: path,
          rootName: opened.rootName,
          files,
          algo,
          signal,
        })
      return { opened, path, file }
    })
    if (file !== null) await sendCounted(ctx, { opened, name: nameOf(path), isInline, file }, options)
    else if (ctx.method === 'GET') await claim(ctx, opened, options)
  } catch (error) {
    await made.archive?.close()
    throw error
  }
  if (made.archive !== null) await sendArchive(ctx, made.archive, signal)
}

async function preview(
  ctx: AppContext,
  { params: { size, hash }, rest, query }: Asked<typeof sharingCalls.preview>,
  options: PublicRoutesOptions,
): Promise<void> {
  const form = previewAsked(size, query)
  const { opened, path, file } = await options.shares.open(hash, guestFrom(ctx, query.token), async (opened) => ({
    opened,
    ...(await find(opened, { rest }, options)),
  }))
  if (file === null) throw new AppError('notImplemented', 'folders have no preview')
  const sentAs = { name: nameOf(path), isInline: query.inline }
  const isDrawn = await sendPreview(ctx, { ...sentAs, download: file, form }, options.previews)
  if (!isDrawn) await sendCounted(ctx, { ...sentAs, opened, file }, options)
  // A large picture is as good as the file itself; small ones are what a guest chooses by.
  else if (form.size === 'big' && isContent(ctx)) await claimLimited(ctx, opened, options)
}

async function subtitle(
  ctx: AppContext,
  { params: { hash }, rest, query }: Asked<typeof sharingCalls.subtitle>,
  options: PublicRoutesOptions,
): Promise<void> {
  const { opened, path, file } = await options.shares.open(hash, guestFrom(ctx, query.token), async (opened) => ({
    opened,
    ...(await find(opened, { rest }, options)),
  }))
  await sendSubtitle(ctx, { name: nameOf(path), isInline: query.inline, download: file }, options.subtitles)
  if (isContent(ctx)) await claimLimited(ctx, opened, options)
}

/** Whether an answer contains any part of a file, rather than only headers or "not modified". */
const isContent = ({ method, status }: Pick<AppContext, 'method' | 'status'>): boolean =>
  method === 'GET' && (status === 200 || status === 206)

/** Sends a file. It counts as a download from its first byte on; for a link with a limit, any part of it does. */
async function sendCounted(
  ctx: AppContext,
  { opened, file, ...sentAs }: SentAs & { opened: OpenedLink; file: Download },
  options: PublicRoutesOptions,
): Promise<void> {
  sendFile(ctx, sentAs, file)
  if (!isContent(ctx)) return
  // Several ranges have no overall header; each part has its own.
  const range = ctx.res.getHeader('Content-Range')
  const hasFirstByte = ctx.status === 200 || range === undefined || String(range).startsWith('bytes 0-')
  if (hasFirstByte) await claim(ctx, opened, options)
  else await claimLimited(ctx, opened, options)
}

/**
 * For links with a limit, also counts what does not begin at the first byte. @throws AppError `notFound` beyond the
 * limit
 */
async function claimLimited(ctx: AppContext, opened: OpenedLink, options: PublicRoutesOptions): Promise<void> {
  if (opened.link.limit > 0) await claim(ctx, opened, { ...options, isNoted: false })
}

/**
 * Counts a download and reports it to the audit, or each guest's first one. @throws AppError `notFound` beyond the
 * limit
 */
async function claim(
  ctx: AppContext,
  opened: OpenedLink,
  { shares, audit, isNoted = true }: PublicRoutesOptions & { isNoted?: boolean },
): Promise<void> {
  const { link } = opened
  const claimed = await shares.linkUsage.claim(link, guestOf(link._id, ctx.state.address))
  if (claimed === null) throw noSuchLink()
  if (isNoted || claimed === 'first') noteUse(ctx, opened, { kind: 'linkDownloaded', audit })
}

/** A guest has no identity, so what they do concerns the owner. */
function noteUse(
  ctx: AppContext,
  { actor, link }: OpenedLink,
  { kind, audit }: { kind: 'linkOpened' | 'linkDownloaded'; audit: Pick<Audit, 'note'> },
): void {
  audit.note({
    kind,
    who: { id: actor.userId, username: actor.username },
    address: ctx.state.address,
    ...auditedLink(link),
  })
}
