import type { BrandingRecord, BrandPart } from '../../../backend/contract/branding.ts'
import type { Http } from './http.ts'

/** The household's own logo, icon and style sheet, for administrators (api-contract 15). */
export function createBrandingApi(http: Http) {
  return {
    get: () => http.json<BrandingRecord>('GET', '/api/branding'),
    put: (part: BrandPart, file: Blob) => http.json<BrandingRecord>('PUT', `/api/branding/${part}`, { body: file }),
    async remove(part: BrandPart): Promise<void> {
      await http.request('DELETE', `/api/branding/${part}`)
    },
  }
}
