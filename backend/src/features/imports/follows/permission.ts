// Who may follow a feed, or have a folder watched.
import type { FollowKind } from '../../../../contract/import-kinds.ts'
import { can } from '../../../../contract/rights.ts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'

/** @throws AppError `forbidden` unless the person may import something of it */
export function demandFollowing(access: Pick<Access, 'demand'>, actor: Actor, kind: FollowKind): void {
  // Of what is found, each entry is asked about by itself.
  if ((kind === 'auto' || kind === 'folder') && can(actor, 'importTorrents')) return
  access.demand(actor, 'importVideos')
}
