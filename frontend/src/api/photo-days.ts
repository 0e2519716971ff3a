import type { DayPhotos } from '../../../backend/contract/photo-days.ts'
import type { Http } from './http.ts'

/** Photos that were taken on a day in earlier years. */
export function createPhotoDaysApi(http: Http) {
  return {
    /** @param day today as the person's clock shows it: `2026-11-26` */
    list: (day: string) => http.json<DayPhotos>('GET', '/api/photos/day', { query: { day } }),
    /** Lets a worker look for new photos. */
    look: async (): Promise<void> => {
      await http.request('POST', '/api/photos/looks')
    },
  }
}
