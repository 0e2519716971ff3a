import type { SameSize, SameSizes, StorageMap } from '../../../backend/contract/storage-map.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** What takes space. Paths are decoded. */
export function createStorageMapApi(http: Http) {
  return {
    map: (folder: string) =>
      http.json<StorageMap>('GET', `/api/storage/map${folder === '/' ? '' : encodePath(folder)}`),
    /** Files of the same size. Only their checksums tell whether they are copies. */
    sameSize: async (): Promise<readonly SameSize[]> =>
      (await http.json<SameSizes>('GET', '/api/storage/same-size')).groups,
  }
}
