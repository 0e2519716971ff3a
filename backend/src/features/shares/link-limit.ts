// How many links a person may have.
import pLimit from 'p-limit'
import { LINKS_MAX } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Links } from './links.ts'
import type { ShareDocument } from './model.ts'
import { endOf, hasLinkEnded } from './present.ts'

export interface LinkLimit {
  /**
   * Keeps a new link. Those of its person that have ended make room, the oldest first.
   * @throws AppError `tooMany` where none has
   */
  insert(link: ShareDocument): Promise<void>
}

export function createLinkLimit(links: Pick<Links, 'of' | 'insert' | 'remove'>, now: () => number): LinkLimit {
  // Counted one after the other: of many that are made at once no more get through than there is room for. Another
  // replica may let one more in.
  const inTurn = pLimit(1)

  async function makeRoom(userId: number): Promise<void> {
    const all = await links.of(userId)
    const surplus = all.length + 1 - LINKS_MAX
    if (surplus <= 0) return
    const ended = all.filter((link) => hasLinkEnded(link, now())).sort((a, b) => endOf(a, now()) - endOf(b, now()))
    if (ended.length < surplus) throw new AppError('tooMany', `a person has at most ${LINKS_MAX} links`)
    await links.remove(ended.slice(0, surplus).map(({ _id }) => _id))
  }

  return {
    insert: (link) =>
      inTurn(async () => {
        await makeRoom(link.userId)
        await links.insert(link)
      }),
  }
}
