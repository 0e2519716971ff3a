// Tells files and folders apart. Without schemas, so that the page can import it.
import type { FolderResource, Resource } from './resources.ts'

export const CHECKSUM_ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'] as const

export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number]

/** Whether a resource is a folder with its items. */
export function isFolderResource(resource: Resource): resource is FolderResource {
  return resource.isDir
}
