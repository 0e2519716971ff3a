import type { OperationList, OperationRecord } from '../../../backend/contract/operations.ts'
import type { Http } from './http.ts'

/** Long changes (api-contract 15). */
export function createOperationsApi(http: Http) {
  return {
    /** One's own, newest first. */
    list: () => http.json<OperationList>('GET', '/api/operations'),
    get: (id: string) => http.json<OperationRecord>('GET', `/api/operations/${encodeURIComponent(id)}`),
    async cancel(id: string): Promise<void> {
      await http.request('DELETE', `/api/operations/${encodeURIComponent(id)}`)
    },
  }
}
