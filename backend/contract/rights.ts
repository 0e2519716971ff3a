// Who may do what, by permissions: the one place that reads them. Rules and scopes are the authoriser's.
import type { Permission } from './permission-names.ts'

export type Action = 'read' | 'download' | 'create' | 'modify' | 'rename' | 'delete' | 'share' | 'execute' | 'admin'

/** Which permissions an action needs. A link hands out content, so sharing needs both. */
export const NEEDED: Readonly<Record<Action, readonly Permission[]>> = {
  read: [],
  download: ['download'],
  create: ['create'],
  modify: ['modify'],
  rename: ['rename'],
  delete: ['delete'],
  share: ['share', 'download'],
  execute: ['execute'],
  admin: ['admin'],
}

/** What guests may do who came by a link, as long as its owner may share. */
const BY_LINK: readonly Action[] = ['read', 'download']

/** Whoever has permissions: a person (its record will do), or a link, which has those of its owner. */
export interface Holder {
  kind?: 'person' | 'link'
  perm: Readonly<Record<Permission, boolean>>
}

/** Whether somebody may do this at all, wherever. What a link gives is less than what its owner may do. */
export function can({ kind = 'person', perm }: Holder, action: Action): boolean {
  if (kind === 'link') return BY_LINK.includes(action) && NEEDED.share.every((permission) => perm[permission])
  return NEEDED[action].every((permission) => perm[permission])
}
