// The session cookie for pictures and download links, which cannot send a header.
export interface CookieOptions {
  name: string
  /** The base URL, '' for the root. */
  base: string
  isSecure: boolean
  /** How long it is valid, in seconds; 0 removes it. */
  maxAge: number
}

/** Scripts cannot read it: the page's scripts send the token in a header and do not need it. */
export function tokenCookie(token: string, { name, base, isSecure, maxAge }: CookieOptions): string {
  return `${name}=${token}; Path=${base}/; Max-Age=${maxAge}; SameSite=Strict; HttpOnly${isSecure ? '; Secure' : ''}`
}
