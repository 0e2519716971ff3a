// The calls that the document makes before any script is there (index.html), so that their answers come while the
// scripts do: on a slow phone that is a third of a second.
import { TOKEN_HEADER } from '../../../backend/contract/headers.ts'
import { firstScreen } from './first-screen.ts'

declare global {
  interface Window {
    /** The answers by their address, and the token that they were asked for with. */
    nidoAsked?: { token: string | null; answers: Record<string, Promise<Response>> }
  }
}

/**
 * As `fetch`, but takes the answer to a call that the document has made for the same person. Each is taken once, and
 * none after the first screen: what is asked for later wants to know what is so by then.
 */
export const fetchUnlessAsked: typeof fetch = (input, init) => {
  const { token, answers = {} } = window.nidoAsked ?? {}
  const address = String(input)
  const answer = answers[address]
  if (answer === undefined || init?.method !== 'GET' || new Headers(init.headers).get(TOKEN_HEADER) !== token)
    return fetch(input, init)
  delete answers[address]
  return answer
}

void firstScreen.then(() => delete window.nidoAsked)
