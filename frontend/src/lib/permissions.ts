import type { Permission, Permissions } from '../../../backend/contract/permissions.ts'
import { PERMISSIONS } from '../../../backend/contract/permission-names.ts'

/**
 * Switches a permission on or off, together with those that depend on it: an administrator has all of them, and sharing
 * requires downloading, because a link gives away content.
 */
export function withPermission(perm: Permissions, name: Permission, isOn: boolean): Permissions {
  if (name === 'admin' && isOn) return { ...perm, ...Object.fromEntries(PERMISSIONS.map((each) => [each, true])) }
  const changed = { ...perm, [name]: isOn }
  if (name === 'share' && isOn) changed.download = true
  if (name === 'download' && !isOn) changed.share = false
  return changed
}
