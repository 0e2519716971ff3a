import type { EventFrame, UploadReport } from '../../../backend/contract/events.ts'
import { ApiError, type Http } from './http.ts'

/** A server that has not answered after this time counts as gone. */
const ANSWER_MS = 10_000

/** A socket that is open, or opening. */
export interface EventSocket {
  close(): void
}

export interface EventListener {
  onFrame(frame: EventFrame): void
  /** Called once when the socket ends in any way, even if it never opened; not after `close`. */
  onEnd(): void
}

/** Changes, as the server reports them (api-contract 15). */
export function createEventsApi(http: Http) {
  return {
    /** Opens the socket; the cookie authenticates it. `since` says what this page has already heard, as `epoch.seq`. */
    open(since: string | null, { onFrame, onEnd }: EventListener): EventSocket {
      const address = new URL(http.url('/api/events', since === null ? {} : { since }), location.href)
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
      const socket = new WebSocket(address)
      const end = () => {
        socket.onmessage = null
        socket.onclose = null
        onEnd()
      }
      socket.onmessage = ({ data }) => onFrame(JSON.parse(String(data)) as EventFrame)
      socket.onclose = end
      return {
        close() {
          socket.onmessage = null
          socket.onclose = null
          socket.close()
        },
      }
    },

    /**
     * Reports the uploads of this page to the person's other pages; a `report` of null says that there are none any
     * more. The call outlives the page, because a page that is closed withdraws its report.
     */
    async reportUploads(told: { page: string; number: number; report: UploadReport | null }): Promise<void> {
      await http.request('PUT', '/api/events/uploads', { json: told, keepalive: true })
    },

    /**
     * Whether the server answers. If the session has ended meanwhile, this call notices it like any other, because a
     * refused socket gives no reason.
     */
    async isReachable(): Promise<boolean> {
      try {
        await http.request('GET', '/api/sessions', { signal: AbortSignal.timeout(ANSWER_MS) })
        return true
      } catch (error) {
        return error instanceof ApiError && error.status > 0 && error.status < 500
      }
    },
  }
}
