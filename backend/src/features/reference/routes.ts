// GET /api/openapi.json: the reference of all calls (api-contract 15).
import { answerJson } from '../../http/answers.ts'
import type { Route } from '../../http/route.ts'
import { describeApi, type Installation } from './document.ts'

export function referenceRoutes(installation: Installation): Route[] {
  const document = describeApi(installation)
  return [{ method: 'GET', path: '/api/openapi.json', policy: 'person', handler: (ctx) => answerJson(ctx, document) }]
}
