import type { PlayTime, Rom } from '../../../backend/contract/arcade.ts'
import type { RomSystem } from '../../../backend/contract/rom-systems.ts'
import type { Http } from './http.ts'

/** The games of the arcade. */
export function createArcadeApi(http: Http) {
  return {
    /** Whether the person may play now. */
    time: () => http.json<PlayTime>('GET', '/api/arcade/time'),
    /** The ROMs of a system; `unread` zips are left out for now. */
    roms: async (system: RomSystem): Promise<{ roms: Rom[]; unread: number }> => {
      const response = await http.request('GET', `/api/${system}/roms`)
      return { roms: (await response.json()) as Rom[], unread: Number(response.headers.get('X-Unread')) || 0 }
    },
  }
}
