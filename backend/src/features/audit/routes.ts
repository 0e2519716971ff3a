// GET /api/audit.
import { Readable } from 'node:stream'
import type { AuditEntry, ShownAuditEntry } from '../../../contract/audit.ts'
import { auditCalls } from '../../../contract/calls/audit.ts'
import { answerJson } from '../../http/answers.ts'
import type { Asked } from '../../http/asked.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { deviceOf } from '../../lib/device.ts'
import { exported } from './export.ts'
import type { Audit } from './service.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const

export function auditRoutes({ audit }: { audit: Pick<Audit, 'page' | 'all'> }): Route[] {
  async function tell(ctx: AppContext, { query }: Asked<typeof auditCalls.read>): Promise<void> {
    const { format = 'json' } = query
    if (format === 'json') {
      const { items, cursor } = await audit.page(query)
      return answerJson(ctx, { items: items.map(present), cursor })
    }
    ctx.status = 200
    ctx.set('Content-Type', TYPES[format])
    ctx.set('Content-Disposition', `attachment; filename="audit.${format}"`)
    ctx.body = Readable.from(exported(audit.all(query), format))
  }
  return [on(auditCalls.read, tell)]
}

/** Entries store the User-Agent itself, which is parsed when they are read because the parser improves. */
const present = (entry: AuditEntry): ShownAuditEntry =>
  entry.device === undefined ? entry : { ...entry, client: deviceOf(entry.device) }
