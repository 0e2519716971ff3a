// How a file's bytes are told to the browser: under which name and type, and what they may do there (api-contract 4.1).
import type { Context } from 'koa'

/** `Content-Disposition` with the name as in RFC 6266 and RFC 8187. U+FFFD replaces half a surrogate pair. */
export function dispositionOf(name: string, isInline: boolean): string {
  return `${isInline ? 'inline' : 'attachment'}; filename*=utf-8''${encodeName(name)}`
}

// RFC 8187 section 3.2.1: encodeURIComponent leaves ' ( ) * although they are not attr-chars.
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** What a page could run, or be styled by (MIME Sniffing Standard, "JavaScript MIME type"): shown it is plain text. */
const CODE = /(java|ecma|live|j)script|^text\/css\b/i

/**
 * The `Content-Type` of a file shown inline, by its MIME type: code is plain text. Nido's texts are UTF-8, and browsers
 * would guess otherwise.
 */
export function inlineTypeOf(type: string): string {
  if (CODE.test(type)) return 'text/plain; charset=utf-8'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

const ALL = "frame-ancestors 'self'"
const NO_SCRIPT = "script-src 'none'"
const SANDBOX = `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; ${NO_SCRIPT}; ${ALL}`
const SHOWN = `${NO_SCRIPT}; object-src 'none'; ${ALL}`

/**
 * The Content-Security-Policy of a file shown inline: no scripts, and a sandbox except for types that cannot hold a
 * page.
 */
export function inlinePolicyOf(contentType: string): string {
  const type = contentType.split(';')[0] ?? ''
  const isShown = type === 'application/pdf' || (/^(image|audio|video)\//.test(type) && !type.endsWith('xml'))
  return isShown ? SHOWN : SANDBOX
}

/** The additional policy of a download that is saved. */
export const ATTACHMENT_POLICY = `script-src 'none'; ${ALL}`

/**
 * A browser stores content for the caller only and asks each time whether it may show it (RFC 9111 section 5.2.2.4), so
 * that a person who has logged out, or lost access, gets nothing. With the ETag, the answer is short.
 */
export const CONTENT_CACHE = 'private, no-cache'

/**
 * What is sent of a file: its bytes, or something made from them. `type` is a MIME type, `etag` is quoted,
 * `lastModified` is an HTTP date.
 */
export interface ServedContent {
  name: string
  isInline: boolean
  type: string
  etag: string
  lastModified: string
}

/** The headers of all file content. */
export function setContentHeaders(
  ctx: Pick<Context, 'set' | 'append'>,
  { name, isInline, type, etag, lastModified }: ServedContent,
): void {
  ctx.set({
    'Cache-Control': CONTENT_CACHE,
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
    'Last-Modified': lastModified,
    'Content-Disposition': dispositionOf(name, isInline),
  })
  if (isInline) ctx.set('Content-Security-Policy', inlinePolicyOf(type))
  else ctx.append('Content-Security-Policy', ATTACHMENT_POLICY)
}
