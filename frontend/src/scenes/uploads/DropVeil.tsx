// Accepts files that are dragged in from outside: onto a folder's row or breadcrumb, or anywhere else into the current
// folder.
import { Upload } from 'lucide-react'
import { when } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import {
  bringsFiles,
  type DroppedItem,
  itemsOfDrop,
  readDrop,
  takeEarlyDrops,
  takeOverDrops,
} from '../../lib/dropped-entries.ts'
import { nameOf } from '../../lib/paths.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * After this long without an event the drag has left the window, which browsers do not always report. While it is
 * there, they report it at least every 550 ms (HTML standard, "drag-and-drop processing model").
 */
const GONE_MS = 1_000

export const DropVeil = observer(function DropVeil() {
  const root = useRoot()
  const { t } = useTexts()
  useEffect(() => takeDrops(root), [root])
  useEffect(() => bringEarlyDrops(root), [root])
  const { over } = root.uploads
  if (over === null) return null
  return (
    <div className="drop-veil" aria-hidden="true">
      <div className="drop-card">
        <Upload className="icon lg" />
        <div>
          <p className="strong">{t('upload.drop')}</p>
          <p className="small cut" dir="auto">
            {t('upload.dropInto', { folder: over === '/' ? t('upload.home') : nameOf(over) })}
          </p>
        </div>
      </div>
    </div>
  )
})

/** The destination of a drop at this place; null if drops are not accepted now. */
function folderAt(root: RootStore, target: EventTarget | null): string | null {
  const { listing, session, ui } = root
  if (listing.state !== 'ready' || listing.file !== null || ui.dialogs.length > 0 || !session.can('create')) return null
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null
  return element?.dataset['folder'] ?? listing.folder
}

const bring = ({ uploads, toasts }: RootStore, items: readonly DroppedItem[], folder: string): Promise<unknown> =>
  readDrop(items).then(
    (entries) => uploads.bring(entries, folder),
    (error: unknown) => toasts.error(error),
  )

/**
 * What was dropped before the page could take it goes into the first folder that is shown, unless a screen that takes
 * drops itself comes first (scenes/imports/useInbox.ts).
 */
function bringEarlyDrops(root: RootStore): () => void {
  takeOverDrops()
  return when(
    () => folderAt(root, null) !== null,
    () => void bring(root, takeEarlyDrops(), root.listing.folder),
  )
}

function takeDrops(root: RootStore): () => void {
  const { uploads } = root
  let gone: ReturnType<typeof setTimeout> | undefined
  const handleOver = (event: DragEvent) => {
    if (!bringsFiles(event.dataTransfer)) return
    // Without this the browser would open the file instead of the page.
    event.preventDefault()
    const folder = folderAt(root, event.target)
    if (event.dataTransfer) event.dataTransfer.dropEffect = folder === null ? 'none' : 'copy'
    if (folder !== uploads.over) uploads.setOver(folder)
    clearTimeout(gone)
    gone = setTimeout(() => uploads.setOver(null), GONE_MS)
  }
  const handleLeave = (event: DragEvent) => {
    // Moving from one element to another leaves the first one, too.
    if (event.relatedTarget !== null) return
    clearTimeout(gone)
    uploads.setOver(null)
  }
  const handleDrop = (event: DragEvent) => {
    if (!bringsFiles(event.dataTransfer)) return
    event.preventDefault()
    clearTimeout(gone)
    uploads.setOver(null)
    const folder = folderAt(root, event.target)
    if (folder !== null && event.dataTransfer) void bring(root, itemsOfDrop(event.dataTransfer), folder)
  }
  window.addEventListener('dragover', handleOver)
  window.addEventListener('dragleave', handleLeave)
  window.addEventListener('drop', handleDrop)
  return () => {
    clearTimeout(gone)
    window.removeEventListener('dragover', handleOver)
    window.removeEventListener('dragleave', handleLeave)
    window.removeEventListener('drop', handleDrop)
  }
}
