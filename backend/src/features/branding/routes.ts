// GET /api/branding, PUT and DELETE /api/branding/:part.
import { BRAND_MAX_BYTES, brandPart, type BrandPart } from '../../../contract/branding.ts'
import { settingsCalls } from '../../../contract/calls/people.ts'
import { answerJson } from '../../http/answers.ts'
import { bytesBody } from '../../http/bytes-body.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { inTime } from '../../http/slow-body.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Audit } from '../audit/service.ts'
import type { Branding } from './service.ts'

export function brandingRoutes({ branding, audit }: { branding: Branding; audit: Pick<Audit, 'note'> }): Route[] {
  const note = ({ state }: AppContext, part: BrandPart) =>
    audit.note({ kind: 'settingsChanged', who: state.user, address: state.address, fields: [`branding.${part}`] })
  return [
    on(settingsCalls.tellBranding, async (ctx) => answerJson(ctx, await branding.fresh())),
    on(settingsCalls.putBranding, async (ctx, { params }) => {
      const part = partOf(params)
      const record = await branding.put(part, await inTime(ctx, () => bytesBody(ctx.req, BRAND_MAX_BYTES[part])))
      note(ctx, part)
      answerJson(ctx, record)
    }),
    on(settingsCalls.removeBranding, async (ctx, { params }) => {
      const part = partOf(params)
      await branding.remove(part)
      note(ctx, part)
    }),
  ]
}

function partOf(params: { part: string }): BrandPart {
  const part = brandPart.safeParse(params.part)
  if (!part.success) throw new AppError('notFound', 'no such part of the branding')
  return part.data
}
