// /api/yt-dlp.
import { ytDlpCalls } from '../../../../contract/calls/yt-dlp.ts'
import { answerJson } from '../../../http/answers.ts'
import { on } from '../../../http/on.ts'
import type { Route } from '../../../http/route.ts'
import type { Audit } from '../../audit/service.ts'
import type { YtDlpUpdates } from './updates.ts'

interface YtDlpRoutesOptions {
  ytDlpUpdates: YtDlpUpdates
  audit: Pick<Audit, 'note'>
}

export const ytDlpRoutes = ({ ytDlpUpdates, audit }: YtDlpRoutesOptions): Route[] => [
  on(ytDlpCalls.state, async (ctx) => answerJson(ctx, await ytDlpUpdates.state())),
  on(ytDlpCalls.releases, async (ctx) => answerJson(ctx, { items: await ytDlpUpdates.releases() })),
  on(ytDlpCalls.choose, async (ctx, { body }) => {
    const { version } = await body()
    const state = await ytDlpUpdates.choose(version)
    const { user, address } = ctx.state
    audit.note({ kind: 'settingsChanged', who: user, address, fields: ['ytDlp'] })
    answerJson(ctx, state)
  }),
]
