/** Keeps the token over reloads. Links and pictures use the cookie that the server sets (api-contract 1.1). */
export interface TokenKeeper {
  read(): string | null
  write(token: string | null): void
  /** Calls back when another tab of this browser has signed in, signed out, or renewed. */
  watch(changed: (token: string | null) => void): void
}

/** The browser's local storage, by base path, so that several installations on one host stay separate. */
export function browserTokenKeeper(baseUrl: string): TokenKeeper {
  const key = `nido-token:${baseUrl}/`
  return {
    read: () => localStorage.getItem(key),
    write(token) {
      if (token === null) localStorage.removeItem(key)
      else localStorage.setItem(key, token)
    },
    watch(changed) {
      window.addEventListener('storage', (event) => {
        if (event.storageArea === localStorage && (event.key === key || event.key === null))
          changed(localStorage.getItem(key))
      })
    },
  }
}
