// What the services of the trash are built with.
import type { Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/service.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Tree } from '../tree/service.ts'

export interface TrashOptions {
  storage: Storage
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'sees' | 'mayHideBelow' | 'checkTree' | 'treeCheck' | 'freePath' | 'placeToChange' | 'bucketsOf'>
  /** What comes back needs room like anything else. */
  quotas: Pick<Quotas, 'admissionTo' | 'admitAll'>
  audit: Pick<Audit, 'note'>
}
