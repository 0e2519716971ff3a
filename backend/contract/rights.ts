// What permissions allow: the only place that evaluates them. Rules and scopes are up to the authoriser.
import type { Permission } from './permission-names.ts'

export type Action =
  | 'read'
  | 'download'
  | 'create'
  | 'modify'
  | 'rename'
  | 'delete'
  | 'share'
  | 'execute'
  | 'admin'
  | 'importTorrents'
  | 'importVideos'
  | 'calendar'

/** The permissions that an action needs. Sharing needs two, because a link gives access to content. */
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
  // They bring new files.
  importTorrents: ['importTorrents', 'create'],
  importVideos: ['importYouTube', 'create'],
  calendar: ['calendar'],
}

/** What guests may do through a link, as long as its owner may share. */
const BY_LINK: readonly Action[] = ['read', 'download']

/** What a device may do with its password, as long as its person may. */
const BY_DEVICE: readonly Action[] = ['calendar']

/** Somebody with permissions: a person (the record is enough), or a link with those of its owner. */
export interface Holder {
  kind?: 'person' | 'link' | 'device'
  perm: Readonly<Record<Permission, boolean>>
}

/** Whether somebody may do this in general. A link allows no more than its owner may do. */
export function can({ kind = 'person', perm }: Holder, action: Action): boolean {
  if (kind === 'link') return BY_LINK.includes(action) && NEEDED.share.every((permission) => perm[permission])
  if (kind === 'device' && !BY_DEVICE.includes(action)) return false
  return NEEDED[action].every((permission) => perm[permission])
}
