import { createEventsApi } from './events.ts'
import { createFolderViewsApi } from './folder-views.ts'
import type { Http } from './http.ts'
import { createOperationsApi } from './operations.ts'
import { createResourcesApi } from './resources.ts'
import { createSearchApi } from './search.ts'
import { createSessionApi } from './session.ts'
import { createSettingsApi } from './settings.ts'
import { createSharesApi } from './shares.ts'
import { createUploadsApi } from './uploads.ts'
import { createUsersApi } from './users.ts'

/** The parts of the API over one transport, except those that stores of later screens create themselves. */
export function createApi(http: Http) {
  return {
    http,
    session: createSessionApi(http),
    settings: createSettingsApi(http),
    resources: createResourcesApi(http),
    operations: createOperationsApi(http),
    events: createEventsApi(http),
    folderViews: createFolderViewsApi(http),
    search: createSearchApi(http),
    shares: createSharesApi(http),
    uploads: createUploadsApi(http),
    users: createUsersApi(http),
  }
}
export type Api = ReturnType<typeof createApi>
