import type { FolderResource, Resource } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import { ApiError } from '../api/http.ts'

/**
 * The resource as a folder.
 * @throws ApiError for a file
 */
export function folderOf(resource: Resource): FolderResource {
  if (!isFolderResource(resource)) throw new ApiError(500, 'internal', 'Data Mismatch!')
  return resource
}
