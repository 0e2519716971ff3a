// What the tree is built with.
import type { Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'

export interface TreeOptions {
  storage: Pick<
    Storage,
    | 'stat'
    | 'listing'
    | 'listingVersion'
    | 'changedSince'
    | 'folderTime'
    | 'open'
    | 'known'
    | 'isKnownFree'
    | 'tree'
    | 'survey'
    | 'find'
  >
  access: Pick<Access, 'authorize' | 'permits' | 'permitsTree' | 'mayHideBelow' | 'mayDenyBelow' | 'shown'>
}
