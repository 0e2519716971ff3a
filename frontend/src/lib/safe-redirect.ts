/**
 * Where to go after signing in: only to an address of this page (RFC 3986 path-absolute), so that no link can lead
 * elsewhere through the login; otherwise to the files.
 */
export function safeRedirect(wanted: string | null): string {
  const isOwn =
    wanted !== null && /^\/(?![/\\])/.test(wanted) && !/[\p{Cc}\\]/u.test(wanted) && !wanted.startsWith('/login')
  return isOwn ? wanted : '/files/'
}
