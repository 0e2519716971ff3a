import type { FolderView, FolderViews } from '../../../backend/contract/folder-views.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** How the person looks at folders. */
export function createFolderViewsApi(http: Http) {
  return {
    list: () => http.json<FolderViews>('GET', '/api/views'),
    /** `isLast`: the page is being closed, and the call outlives it. */
    async put(path: string, view: FolderView, isLast = false): Promise<void> {
      await http.request('PUT', `/api/views${encodePath(path)}`, { json: view, keepalive: isLast })
    },
  }
}
