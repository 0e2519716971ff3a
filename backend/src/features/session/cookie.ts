// The cookie that lets pictures and download links work, which cannot send a header (api-contract 1.1).
export interface CookieOptions {
  name: string
  /** The base URL, '' for the root. */
  base: string
  isSecure: boolean
  /** How long it lasts, in seconds; 0 takes it away. */
  maxAge: number
}

/** The page's scripts send the token in a header and need no cookie: they cannot read this one. */
export function tokenCookie(token: string, { name, base, isSecure, maxAge }: CookieOptions): string {
  return `${name}=${token}; Path=${base}/; Max-Age=${maxAge}; SameSite=Strict; HttpOnly${isSecure ? '; Secure' : ''}`
}
