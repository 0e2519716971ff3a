import type { Permission, Permissions } from '../../../backend/contract/permissions.ts'
import { PERMISSIONS } from '../../../backend/contract/permission-names.ts'

/**
 * Turns one permission on or off, and what goes with it: an administrator may all, and a link hands out content, so
 * that sharing needs downloading.
 */
export function withPermission(perm: Permissions, name: Permission, isOn: boolean): Permissions {
  if (name === 'admin' && isOn) return { ...perm, ...Object.fromEntries(PERMISSIONS.map((each) => [each, true])) }
  const changed = { ...perm, [name]: isOn }
  if (name === 'share' && isOn) changed.download = true
  if (name === 'download' && !isOn) changed.share = false
  return changed
}
