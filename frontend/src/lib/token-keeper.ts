import { TOKEN_COOKIE } from '../../../backend/contract/headers.ts'

/** Keeps the token over reloads, and where links and pictures find it. */
export interface TokenKeeper {
  read(): string | null
  write(token: string | null): void
  /** Calls back when another tab of this browser signed in, out, or renewed. */
  watch(changed: (token: string | null) => void): void
}

/**
 * The browser's own: local storage, and the cookie `auth`, by which `<img>` and download links are let in (api-contract 1.1).
 * Both are bound to the base path, so that several installations of one host stay apart.
 */
export function browserTokenKeeper(baseUrl: string): TokenKeeper {
  const key = `nido-token:${baseUrl}/`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return {
    read: () => localStorage.getItem(key),
    write(token) {
      if (token === null) localStorage.removeItem(key)
      else localStorage.setItem(key, token)
      const life = token === null ? '; Max-Age=0' : ''
      document.cookie = `${TOKEN_COOKIE}=${token ?? ''}; Path=${baseUrl}/; SameSite=Strict${secure}${life}`
    },
    watch(changed) {
      window.addEventListener('storage', (event) => {
        if (event.storageArea === localStorage && (event.key === key || event.key === null)) changed(localStorage.getItem(key))
      })
    },
  }
}
