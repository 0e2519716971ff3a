// The page's own scripts, styles, fonts and pictures: `GET {base}/static/{file}`. And those of the emulator.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Middleware } from 'koa'
import mime from 'mime'
import { codingFor } from '../../http/compression.ts'
import { isAnsweredByConditions } from '../../http/conditions.ts'
import { AppError } from '../../lib/app-error.ts'

const DAY_SECONDS = 86_400
/** File names with a content hash: other content has another name. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/

/** A name that cannot lead elsewhere: plain segments, none of which begins with a dot. */
const FILE = /^(?:[A-Za-z0-9@_-][A-Za-z0-9@._-]*\/)*[A-Za-z0-9@_-][A-Za-z0-9@._-]*$/

/** Source maps and compressed files, which are not served under their own names. */
const HIDDEN = /\.(?:map|br|gz)$/
const ENDINGS = { br: '.br', gzip: '.gz' } as const

/**
 * Serves the files of a folder below a prefix such as `/static/`, compressed if the build has a compressed file and the
 * client accepts it. Missing files and unusual names get 404.
 */
export function serveStatic(prefix: string, dir: string): Middleware {
  return async function answerStatic(ctx, next) {
    if (!ctx.path.startsWith(prefix)) return next()
    ctx.state.route = `${prefix}*`
    const name = ctx.path.slice(prefix.length)
    const isAsked = (ctx.method === 'GET' || ctx.method === 'HEAD') && FILE.test(name) && !HIDDEN.test(name)
    const file = path.join(dir, name)
    const plain = isAsked ? await statOf(file) : null
    if (!plain?.isFile()) throw new AppError('notFound', 'no such file')
    ctx.vary('Accept-Encoding')
    const coding = codingFor(ctx)
    const packed = coding === null ? null : await statOf(file + ENDINGS[coding])
    const found = packed ?? plain
    ctx.status = 200
    ctx.state.isFile = true
    ctx.set('Cache-Control', `public, max-age=${DAY_SECONDS}${HASHED.test(name) ? ', immutable' : ''}`)
    // A worker's script gets its own policy: it may call the API.
    ctx.set(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'self'",
    )
    ctx.set('Content-Type', typeOf(name))
    // RFC 9110 section 8.8.3: each content coding is a separate representation.
    const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}${packed ? `-${coding}` : ''}"`
    const lastModified = found.mtime.toUTCString()
    ctx.set({ ETag: etag, 'Last-Modified': lastModified })
    if (packed && coding) ctx.set('Content-Encoding', coding)
    ctx.length = found.size
    if (!isAnsweredByConditions(ctx, { etag, lastModified }) && ctx.method === 'GET')
      ctx.body = createReadStream(packed && coding ? file + ENDINGS[coding] : file)
  }
}

async function statOf(file: string) {
  try {
    return await stat(file)
  } catch {
    return null
  }
}

function typeOf(name: string): string {
  const type = mime.getType(name) ?? 'application/octet-stream'
  return type.startsWith('text/') || type.endsWith('javascript') || type.endsWith('json')
    ? `${type}; charset=utf-8`
    : type
}
