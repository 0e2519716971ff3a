import { COOKIE_HEADER } from '../../../backend/contract/headers.ts'
import type { LoginBody, SessionList, SignupBody } from '../../../backend/contract/session.ts'
import type { Http } from './http.ts'

/** Signing in and out, and the resulting sessions (api-contract 2 and 15). Tokens are JWTs in compact form. */
export function createSessionApi(http: Http) {
  const token = async (path: string, json?: LoginBody) => {
    // The cookie authenticates pictures and downloads, which cannot send a header.
    const headers = { [COOKIE_HEADER]: '1' }
    const options = { headers, outlivesPerson: true }
    const response = await http.request('POST', path, json === undefined ? options : { ...options, json })
    return (await response.text()).trim()
  }
  // The person whose sessions are meant, for administrators; null for one's own.
  const of = (user: number | null) => (user === null ? {} : { query: { user } })
  return {
    login: (body: LoginBody) => token('/api/login', body),
    renew: () => token('/api/renew'),
    /** Creates an account. Signing in is a separate call. */
    async signup(body: SignupBody): Promise<void> {
      await http.request('POST', '/api/signup', { json: body, outlivesPerson: true })
    },
    /** Ends the session on the server. */
    async logout(): Promise<void> {
      await http.request('POST', '/api/logout', { outlivesPerson: true })
    },
    sessions: (user: number | null) => http.json<SessionList>('GET', '/api/sessions', of(user)),
    async end(id: string, user: number | null): Promise<void> {
      await http.request('DELETE', `/api/sessions/${encodeURIComponent(id)}`, of(user))
    },
    /** Ends all sessions except the current one. */
    async endOthers(user: number | null): Promise<void> {
      await http.request('DELETE', '/api/sessions', of(user))
    },
  }
}
