// GET /api/branding, PUT and DELETE /api/branding/:part.
import { BRAND_MAX_BYTES, brandPart, type BrandPart } from '../../../contract/branding.ts'
import { answerJson } from '../../http/answers.ts'
import { bytesBody } from '../../http/bytes-body.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { inTime } from '../../http/slow-body.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Audit } from '../audit/service.ts'
import type { Branding } from './service.ts'

export function brandingRoutes({ branding, audit }: { branding: Branding; audit: Pick<Audit, 'note'> }): Route[] {
  const note = ({ state }: AppContext, part: BrandPart) =>
    audit.note({ kind: 'settingsChanged', who: state.user, address: state.address, fields: [`branding.${part}`] })
  return [
    {
      method: 'GET',
      path: '/api/branding',
      policy: 'admin',
      handler: async (ctx) => answerJson(ctx, await branding.fresh()),
    },
    {
      method: 'PUT',
      path: '/api/branding/:part',
      policy: 'admin',
      handler: async (ctx) => {
        const part = partOf(ctx)
        const record = await branding.put(part, await inTime(ctx, () => bytesBody(ctx.req, BRAND_MAX_BYTES[part])))
        note(ctx, part)
        answerJson(ctx, record)
      },
    },
    {
      method: 'DELETE',
      path: '/api/branding/:part',
      policy: 'admin',
      handler: async (ctx) => {
        const part = partOf(ctx)
        await branding.remove(part)
        note(ctx, part)
        ctx.status = 204
      },
    },
  ]
}

function partOf(ctx: AppContext): BrandPart {
  const part = brandPart.safeParse(ctx.params['part'])
  if (!part.success) throw new AppError('notFound', 'no such part of the branding')
  return part.data
}
