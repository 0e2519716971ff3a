import type { PushBody, PushDevice, PushState } from '../../../backend/contract/push.ts'
import { SERVICE_WORKER_PATH } from '../../../backend/contract/push-limits.ts'
import type { Http } from './http.ts'

/** Devices that reminders are pushed to. */
export function createPushApi(http: Http) {
  const deviceAt = (id: string) => `/api/push/devices/${encodeURIComponent(id)}`
  return {
    /** The script of the service worker, and the addresses that it is for. */
    worker: () => ({ script: http.url(SERVICE_WORKER_PATH), scope: http.url('/') }),
    state: () => http.json<PushState>('GET', '/api/push'),
    add: (body: PushBody) => http.json<PushDevice>('POST', '/api/push/devices', { json: body }),
    async end(id: string): Promise<void> {
      await http.request('DELETE', deviceAt(id))
    },
    async test(id: string): Promise<void> {
      await http.request('POST', `${deviceAt(id)}/test`)
    },
  }
}
