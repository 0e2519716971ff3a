// What a person may do at the moment a write takes effect, however long ago it began. What others change counts from
// the moment in which they are answered: by then every replica has dropped what it knew
// (database/change-counters.ts).
import { can } from '../../../contract/rights.ts'
import type { Rule } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Place, userPathOf } from '../../storage/paths.ts'
import type { Expectation } from '../../storage/types.ts'
import type { User } from '../users/user.ts'
import type { Access } from './access.ts'

/** A write that is about to take effect. */
export interface PendingWrite {
  userId: number
  at: Place
  expect: Expectation
}

export interface Rights {
  /**
   * Checks whether a person may still write at a place: scope, permissions and rules. Returns `absent` if a write that
   * was allowed to replace a file (`any`) may by now only create a new one.
   * @throws AppError `forbidden`
   */
  confirmWrite(write: PendingWrite): Promise<'absent' | undefined>
}

export interface RightsOptions {
  people: { get(userId: number): Promise<{ user: User } | undefined> }
  settings: { get(): Promise<{ rules: readonly Rule[] }> }
  access: Pick<Access, 'actorOf' | 'authorize'>
}

export function createRights({ people, settings, access }: RightsOptions): Rights {
  return {
    async confirmWrite({ userId, at, expect }) {
      const [account, { rules }] = await Promise.all([people.get(userId), settings.get()])
      if (!account) throw new AppError('forbidden', 'the person no longer exists')
      const actor = access.actorOf(account.user, rules)
      const path = userPathOf(actor.mounts, at)
      if (path === null) throw new AppError('forbidden', "the place is out of the person's reach by now")
      access.authorize(actor, expect === 'present' ? 'modify' : 'create', path)
      return expect === 'any' && !can(actor, 'modify') ? 'absent' : undefined
    },
  }
}
