// GET and PUT /api/settings (api-contract 9).
import { settings as settingsBody } from '../../../contract/settings.ts'
import { answerJson, answerStatus, parseWith } from '../../http/answers.ts'
import { jsonBody } from '../../http/json-body.ts'
import type { Route } from '../../http/route.ts'
import type { Audit } from '../audit/service.ts'
import type { SettingsService } from './service.ts'

export function settingsRoutes({
  settings,
  audit,
}: {
  settings: SettingsService
  audit: Pick<Audit, 'note'>
}): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/settings',
      policy: 'admin',
      handler: async (ctx) => answerJson(ctx, await settings.fresh()),
    },
    {
      method: 'PUT',
      path: '/api/settings',
      policy: 'admin',
      handler: async (ctx) => {
        const fields = await settings.put(parseWith(settingsBody, await jsonBody(ctx)))
        if (fields.length > 0)
          audit.note({ kind: 'settingsChanged', who: ctx.state.user, address: ctx.state.address, fields })
        answerStatus(ctx, 200)
      },
    },
  ]
}
