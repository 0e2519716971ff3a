import type { Resource } from '../../../backend/contract/resources.ts'
import type { RestoreBody, Restored, Trash } from '../../../backend/contract/trash.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'
import { namedAction, operationOf } from './resources.ts'

/** Which part of a note to restore, and where to. By default all of it, to its place. */
export type RestoreWish = Partial<NonNullable<RestoreBody>>

/** What was deleted and can be restored (api-contract 15). */
export function createTrashApi(http: Http) {
  const at = (id: string) => `/api/trash/${encodeURIComponent(id)}`
  return {
    /** One page, newest first. The next one starts at the `cursor` of the one before. */
    list: (cursor?: string) =>
      http.json<Trash>('GET', cursor === undefined ? '/api/trash' : `/api/trash?cursor=${encodeURIComponent(cursor)}`),
    /** The content of a folder in a note, `/` for its top; a file if there is no such folder. */
    get: (id: string, folder: string) =>
      http.json<Resource>('GET', `${at(id)}${folder === '/' ? '' : `${encodePath(folder)}/`}`),
    /** Restores what one delete removed. Returns an operation to wait for, or how much was left if it is done. */
    async restore(
      id: string,
      wish: RestoreWish = {},
      action?: string,
    ): Promise<{ operation: string | null; left: number }> {
      const response = await http.request('POST', `${at(id)}/restore`, {
        json: wish,
        headers: { Prefer: 'respond-async', ...namedAction(action) },
      })
      if (response.status === 202) return { operation: operationOf(response), left: 0 }
      return { operation: null, left: ((await response.json()) as Restored).left }
    },
    /** Purges what one action deleted. Returns an operation to wait for, or null if it is done. */
    async purge(id: string): Promise<string | null> {
      const response = await http.request('DELETE', at(id), { headers: { Prefer: 'respond-async' } })
      return response.status === 202 ? operationOf(response) : null
    },
    /** Purges everything that the person may delete. */
    async empty(): Promise<void> {
      await http.request('DELETE', '/api/trash')
    },
  }
}
