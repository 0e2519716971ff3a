// The number of links that a person may have.
import pLimit from 'p-limit'
import { LINKS_MAX } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Links } from './links.ts'
import type { ShareDocument } from './model.ts'
import { endOf, hasLinkEnded } from './present.ts'

export interface LinkLimit {
  /**
   * Stores a new link. Ended links of the person make room, oldest first.
   * @throws AppError `tooMany` if none has ended
   */
  insert(link: ShareDocument): Promise<void>
}

export function createLinkLimit(links: Pick<Links, 'of' | 'insert' | 'remove'>, now: () => number): LinkLimit {
  // Counted one after another, so that simultaneous requests do not exceed the limit. Another replica may let one more
  // in.
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
