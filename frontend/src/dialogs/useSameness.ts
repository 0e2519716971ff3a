import { useEffect, useState } from 'react'
import type { Conflict } from '../stores/dialogs.ts'
import { isSameFile } from '../stores/uploads/same-file.ts'
import { useRoot } from '../stores/useRoot.ts'

/** Longer files are not read only to find out whether they are the same. */
const CHECKED_MAX_BYTES = 8 * 1024 * 1024

/**
 * Whether both files of a conflict are the same: the same size and time or, if that is cheap to find out, the same
 * checksum. False while that is unknown.
 */
export function useSameness(conflict: Conflict | undefined): boolean {
  const { api } = useRoot()
  const [same, setSame] = useState<Conflict | null>(null)
  useEffect(() => {
    if (conflict === undefined || !isWorthChecking(conflict)) return
    let isLeft = false
    // If a checksum is missing, nothing is said.
    haveSameSum(conflict, (path) => api.resources.checksum(path, 'sha256')).then(
      (isSame) => isSame && !isLeft && setSame(conflict),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [api, conflict])
  return conflict !== undefined && (same === conflict || isOfSameTime(conflict))
}

const isOfSameTime = ({ incoming, present }: Conflict): boolean =>
  !incoming.isDir && isSameFile(present, { size: incoming.size, lastModified: Date.parse(incoming.modified) })

const isWorthChecking = ({ incoming: { file, size }, present }: Conflict): boolean =>
  file !== undefined && !present.isDir && size === present.size && size <= CHECKED_MAX_BYTES && isSecureContext

async function haveSameSum(
  { incoming: { file }, present }: Conflict,
  ask: (path: string) => Promise<string>,
): Promise<boolean> {
  if (file === undefined) return false
  const [digest, there] = await Promise.all([
    file.arrayBuffer().then((bytes) => crypto.subtle.digest('SHA-256', bytes)),
    ask(present.path),
  ])
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') === there
}
