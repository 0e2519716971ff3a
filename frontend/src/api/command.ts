import { COMMAND_PATH } from '../../../backend/contract/shell.ts'
import { encodePath } from '../lib/paths.ts'
import { ApiError, type Http } from './http.ts'

/** RFC 6455 section 7.4.1: the command line is done. */
const DONE = 1000

export interface CommandOptions {
  /** Called with each line of output as it arrives. */
  onLine(line: string): void
  /** Ends the command. */
  signal: AbortSignal
}

/** The shell: a socket for each command line (api-contract 12). */
export function createCommandApi(http: Http) {
  return {
    /**
     * Runs a line in a folder until it ends or the signal aborts it. The cookie authenticates it.
     * @throws ApiError `network` if no socket opens or one breaks, `internal` if the server gave up
     */
    run(folder: string, line: string, { onLine, signal }: CommandOptions): Promise<void> {
      const address = new URL(http.url(`${COMMAND_PATH}${encodePath(folder)}`), location.href)
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
      const socket = new WebSocket(address)
      return new Promise((resolve, reject) => {
        const stop = () => socket.close()
        signal.addEventListener('abort', stop, { once: true })
        socket.onopen = () => socket.send(line)
        socket.onmessage = ({ data }) => {
          if (!signal.aborted) onLine(String(data))
        }
        socket.onclose = ({ code }) => {
          signal.removeEventListener('abort', stop)
          if (code === DONE || signal.aborted) resolve()
          else
            reject(
              code === 1006
                ? new ApiError(0, 'network', '000 No connection')
                : new ApiError(500, 'internal', `the socket was closed with ${code}`),
            )
        }
      })
    },
  }
}
