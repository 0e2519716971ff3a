import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { fetchPicture } from '../../lib/pictures.ts'
import { filesUrl, nameOf } from '../../lib/paths.ts'
import { doesGoBack } from '../../lib/way-back.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { previewOf } from '../../stores/PreviewStore.ts'

/** Pictures up to this size are prefetched. */
const AHEAD_MAX_BYTES = 12 * 1024 * 1024

/**
 * Going to another file of the folder, and back to the folder, or to the list where the file was opened. Each file has
 * an address, but turning pages adds no entries to the history.
 */
export function usePreviewMoves() {
  const root = useRoot()
  const { listing, selection, session } = root
  const { t } = useTexts()
  const preview = previewOf(root)
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: unknown }
  const { file, folder } = listing

  // Commands work on the selection. If nothing was selected before, as on a phone, nothing is selected afterwards.
  useEffect(() => {
    const wasEmpty = selection.count === 0
    return () => {
      if (wasEmpty) selection.clear()
    }
  }, [selection])
  useEffect(() => {
    const name = file === null ? null : nameOf(file)
    // Closing returns to the row of the last file.
    if (name !== null && !selection.has(name)) selection.reveal(name)
    if (!session.can('download')) return
    preview.picturesAhead(AHEAD_MAX_BYTES).forEach(fetchPicture)
  }, [file, selection, preview, session])

  return {
    closeLabel: t(doesGoBack(state) ? 'dialog.close' : 'preview.back'),
    close: () => void (doesGoBack(state) ? navigate(-1) : navigate(filesUrl(folder, true))),
    show: (item: Item) => void navigate(filesUrl(item.path, false) + search, { replace: true, state }),
  }
}
