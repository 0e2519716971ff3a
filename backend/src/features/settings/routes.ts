// GET and PUT /api/settings.
import { settingsCalls } from '../../../contract/calls/people.ts'
import { answerJson, answerStatus } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
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
    on(settingsCalls.read, async (ctx) => answerJson(ctx, await settings.fresh())),
    on(settingsCalls.replace, async (ctx, { body }) => {
      const fields = await settings.put(await body())
      if (fields.length > 0)
        audit.note({ kind: 'settingsChanged', who: ctx.state.user, address: ctx.state.address, fields })
      answerStatus(ctx, 200)
    }),
  ]
}
