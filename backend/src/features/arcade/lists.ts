// The lists of games over HTTP. A long one is neither prepared nor sent again while nothing below its folders changes.
import type { RomSystem } from '../../../contract/rom-systems.ts'
import { answerJson } from '../../http/answers.ts'
import type { KeptAnswers, TaggedAnswer } from '../../http/kept-answers.ts'
import type { AppContext } from '../../http/route.ts'
import { shortHash } from '../../lib/short-hash.ts'
import { sightOf } from '../access/actor.ts'
import type { Arcade } from './service.ts'

/** From this many games on, a list is kept. */
const KEPT_GAMES = 300
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
  const before = await arcade.versionOf(actor, system)
  const answer = before && kept.find(ctx, taggedAs(view, before))
  if (answer) return answer()
  const { roms, unread } = await arcade.list(actor, system)
  if (unread > 0) ctx.set('X-Unread', String(unread))
  // What changed while it was read may be told in part, and what is unread changes without any change of a file.
  if (before !== null && unread === 0 && before === (await arcade.versionOf(actor, system)))
    kept.name(ctx, taggedAs(view, before), roms.length >= KEPT_GAMES)
  answerJson(ctx, roms)
}

const taggedAs = (view: string, tree: string): TaggedAnswer<ListVersion> => ({
  view,
  tag: `W/"${shortHash([view, tree])}"`,
  version: { tree },
})
