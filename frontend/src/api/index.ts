import { createAuditApi } from './audit.ts'
import { createBrandingApi } from './branding.ts'
import { createCommandApi } from './command.ts'
import { createEventsApi } from './events.ts'
import type { Http } from './http.ts'
import { createOperationsApi } from './operations.ts'
import { createResourcesApi } from './resources.ts'
import { createSearchApi } from './search.ts'
import { createSessionApi } from './session.ts'
import { createSettingsApi } from './settings.ts'
import { createSharesApi } from './shares.ts'
import { createStatusApi } from './status.ts'
import { createTrashApi } from './trash.ts'
import { createUploadsApi } from './uploads.ts'
import { createUsersApi } from './users.ts'
import { createVersionsApi } from './versions.ts'

/** Every subject of the API over one transport. */
export function createApi(http: Http) {
  return {
    http,
    audit: createAuditApi(http),
    session: createSessionApi(http),
    settings: createSettingsApi(http),
    branding: createBrandingApi(http),
    status: createStatusApi(http),
    command: createCommandApi(http),
    resources: createResourcesApi(http),
    operations: createOperationsApi(http),
    events: createEventsApi(http),
    search: createSearchApi(http),
    shares: createSharesApi(http),
    trash: createTrashApi(http),
    versions: createVersionsApi(http),
    uploads: createUploadsApi(http),
    users: createUsersApi(http),
  }
}
export type Api = ReturnType<typeof createApi>
