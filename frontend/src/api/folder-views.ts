import type { FolderView, FolderViews } from '../../../backend/contract/folder-views.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** The view that the person has chosen for each folder. */
export function createFolderViewsApi(http: Http) {
  return {
    list: () => http.json<FolderViews>('GET', '/api/views'),
    /** `isLast`: the page is being closed, so the call has to outlive it. */
    async put(path: string, view: FolderView, isLast = false): Promise<void> {
      await http.request('PUT', `/api/views${encodePath(path)}`, { json: view, keepalive: isLast })
    },
  }
}
