import { useEffect, useMemo } from 'react'
import type { Conflict, DialogProps } from '../stores/dialogs.ts'
import { useRoot } from '../stores/useRoot.ts'

/** A picture from the server is shown only if it is small, because there are no thumbnails here. */
const PICTURE_MAX_BYTES = 8 * 1024 * 1024

/** Addresses of the pictures of both sides; null if there is none to show. */
export function useConflictPictures(conflict: Conflict | undefined, kind: DialogProps<'conflict'>['kind']) {
  const { api, session } = useRoot()
  const local = useLocalPicture(conflict?.incoming.file)
  if (conflict === undefined) return { incoming: null, present: null }
  const { incoming, present } = conflict
  const isInTree = incoming.file === undefined && kind !== 'restore'
  return {
    incoming:
      local ?? (isInTree && incoming.size <= PICTURE_MAX_BYTES ? api.resources.rawUrl(incoming.path, true) : null),
    present:
      present.size <= PICTURE_MAX_BYTES && session.can('download') ? api.resources.rawUrl(present.path, true) : null,
  }
}

/** A picture that is still on the person's own disk. */
function useLocalPicture(file: File | undefined): string | null {
  const url = useMemo(() => (file?.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
