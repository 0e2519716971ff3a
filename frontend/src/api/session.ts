import { COOKIE_HEADER } from '../../../backend/contract/headers.ts'
import type { LoginBody, SessionList, SignupBody } from '../../../backend/contract/session.ts'
import type { Http } from './http.ts'

/** Signing in and out, and the sessions that this makes (api-contract 2 and 15). Tokens are JWTs in compact form. */
export function createSessionApi(http: Http) {
  const token = async (path: string, json?: LoginBody) => {
    // The cookie lets pictures and download links in, which can send no header.
    const headers = { [COOKIE_HEADER]: '1' }
    const options = { headers, outlivesPerson: true }
    const response = await http.request('POST', path, json === undefined ? options : { ...options, json })
    return (await response.text()).trim()
  }
  // Whose sessions, where they are not one's own: for administrators.
  const of = (user: number | null) => (user === null ? {} : { query: { user } })
  return {
    login: (body: LoginBody) => token('/api/login', body),
    renew: () => token('/api/renew'),
    /** Makes an account; signing in is a call of its own. */
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
    /** Ends all but the one that asks. */
    async endOthers(user: number | null): Promise<void> {
      await http.request('DELETE', '/api/sessions', of(user))
    },
  }
}
