import type { YtDlpRelease, YtDlpState } from '../../../backend/contract/yt-dlp.ts'
import type { Http } from './http.ts'

/** The version of the program for videos, for administrators. Null stands for the one that was installed. */
export function createYtDlpApi(http: Http) {
  return {
    state: () => http.json<YtDlpState>('GET', '/api/yt-dlp'),
    releases: async () => (await http.json<{ items: YtDlpRelease[] }>('GET', '/api/yt-dlp/releases')).items,
    choose: (version: string | null) => http.json<YtDlpState>('PUT', '/api/yt-dlp', { json: { version } }),
  }
}
