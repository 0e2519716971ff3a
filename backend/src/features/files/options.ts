// What the services of files are built with.
import type { ChildPool } from '../../lib/child/pool.ts'
import type { Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Rights } from '../access/rights.ts'
import type { Audit } from '../audit/service.ts'
import type { Checksums } from '../checksums/service.ts'
import type { Resolutions } from '../previews/resolutions.ts'
import type { Histories } from '../quotas/histories.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Tree } from '../tree/service.ts'
import type { UsageMeter } from '../usage/service.ts'
import type { Hooks } from './hooks.ts'

export interface FilesOptions {
  storage: Storage
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Tree
  /** What a person may still do when a write takes effect. */
  rights: Rights
  /** The sizes of pictures. */
  resolutions: Resolutions
  checksums: Pick<Checksums, 'of' | 'follow'>
  /** The child processes that read photos. */
  children: Pick<ChildPool, 'run'>
  /** What people with a quota may still write. */
  quotas: Pick<Quotas, 'reservationFor' | 'replacementAt' | 'admissionTo' | 'historyLimitOf'>
  /** How much space older versions take. */
  histories: Pick<Histories, 'known'>
  settings: { get(): Promise<{ sharedLimit: number }> }
  meter: UsageMeter
  /** The hooks of the settings. */
  hooks: Hooks
  audit: Pick<Audit, 'note'>
  /** Bytes of the whole storage, from the setting; 0 if unknown. */
  storageTotal: number
  /** Milliseconds since 1970. */
  now(): number
}
