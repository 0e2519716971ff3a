import type { Resource } from '../../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../../backend/contract/resource-kinds.ts'
import { ApiError } from '../../api/http.ts'
import { fetchedOnce } from '../../lib/prefetch.ts'
import type { RootStore } from '../RootStore.ts'

/** From this many items on they are kept in less memory. */
const LONG = 5_000

// Few folders need it.
const compact = fetchedOnce(async () => (await import('../../lib/compact-items.ts')).compactItems)

/** A folder's path may end in a slash. */
export const plainPath = ({ path }: Resource): string => path.replace(/(?<=.)\/$/, '')

/** Fetches a file or folder for the listing. @throws ApiError */
export async function fetchResource({ api }: RootStore, path: string): Promise<Resource> {
  const resource = await api.resources.get(path)
  if (plainPath(resource) !== path) throw new ApiError(500, 'internal', 'Data Mismatch!')
  if (!isFolderResource(resource) || resource.items.length < LONG) return resource
  // If the code cannot be fetched, the items stay as they are.
  const compactItems = await compact.load().catch(() => null)
  return compactItems === null ? resource : { ...resource, items: compactItems(path, resource.items) }
}
