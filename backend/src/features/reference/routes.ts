// GET /api/openapi.json: the description of all calls.
import { serverCalls } from '../../../contract/calls/server.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import { describeApi, type Installation } from './document.ts'

export function referenceRoutes(installation: Installation): Route[] {
  const document = describeApi(installation)
  return [on(serverCalls.reference, (ctx) => answerJson(ctx, document))]
}
