// The lists of games over HTTP. A list is neither prepared nor sent again while nothing below its folders changes.
import type { RomSystem } from '../../../contract/rom-systems.ts'
import { answerJson } from '../../http/answers.ts'
import type { KeptAnswers, TaggedAnswer } from '../../http/kept-answers.ts'
import type { AppContext } from '../../http/route.ts'
import { shortHash } from '../../lib/short-hash.ts'
import { sightOf } from '../access/actor.ts'
import type { Arcade } from './service.ts'

/** Lists seldom change, and few people play at a time. */
export const KEPT_LIST_BYTES = 4 * 1024 * 1024

/** What a list tells, whoever looks. */
export interface ListVersion {
  tree: string
}

export interface KeptLists {
  arcade: Pick<Arcade, 'list' | 'versionOf'>
  kept: KeptAnswers<ListVersion>
}

export async function tellGames(ctx: AppContext, system: RomSystem, { arcade, kept }: KeptLists): Promise<void> {
  const { actor } = ctx.state
  const view = shortHash([...sightOf(actor), 'games', system])
  const current = await arcade.versionOf(actor, system)
  const answer = current && kept.find(ctx, taggedAs(view, current))
  if (answer) return answer()
  const { roms, unread, version } = await arcade.list(actor, system)
  if (unread > 0) ctx.set('X-Unread', String(unread))
  if (version !== null) kept.name(ctx, taggedAs(view, version))
  answerJson(ctx, roms)
}

const taggedAs = (view: string, tree: string): TaggedAnswer<ListVersion> => ({
  view,
  tag: `W/"${shortHash([view, tree])}"`,
  version: { tree },
})
