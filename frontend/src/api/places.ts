import type { ListedPlace, ListedPlaces } from '../../../backend/contract/places.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** Favourites, recently opened or changed files, the largest and the oldest ones. Paths are decoded. */
export function createPlacesApi(http: Http) {
  const list = async (path: string): Promise<readonly ListedPlace[]> =>
    (await http.json<ListedPlaces>('GET', path)).items
  const send = async (method: 'PUT' | 'DELETE', list: 'favourites' | 'recent', path: string): Promise<void> => {
    await http.request(method, `/api/${list}${encodePath(path)}`)
  }
  return {
    favourites: () => list('/api/favourites'),
    addFavourite: (path: string) => send('PUT', 'favourites', path),
    removeFavourite: (path: string) => send('DELETE', 'favourites', path),
    opened: () => list('/api/recent'),
    noteOpened: (path: string) => send('PUT', 'recent', path),
    forgetOpened: (path: string) => send('DELETE', 'recent', path),
    /** Clears the list of recently opened places. */
    forgetAllOpened: () => send('DELETE', 'recent', ''),
    changed: () => list('/api/recent?changed=true'),
    largest: () => list('/api/storage/largest'),
    oldest: () => list('/api/storage/oldest'),
  }
}
