import { useEffect } from 'react'
import { importable, offerLinks } from '../../stores/imports/offer-links.ts'
import { bringsLinks, broughtBy } from '../../lib/brought.ts'
import { bringsFiles } from '../../lib/dropped-entries.ts'
import { linksOf } from '../../lib/import-links.ts'
import { isTyping } from '../../lib/typing.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Follows the person's imports, and takes links that are pasted or dropped into a folder. Call it inside an observer.
 */
export function useImports(): void {
  const root = useRoot()
  const imports = importsOf(root)
  const { isAllowed } = imports
  useEffect(() => {
    if (!isAllowed) return
    imports.follow()
    const stop = takeLinks(root)
    return () => {
      imports.unfollow()
      stop()
    }
  }, [root, imports, isAllowed])
}

/** The folder that is shown; null if nothing can be brought there now. */
function folderOf({ listing, session, ui, shownSearch }: RootStore): string | null {
  const isShown = listing.state === 'ready' && listing.file === null && shownSearch === null && ui.dialogs.length === 0
  return isShown && session.can('create') ? listing.folder : null
}

function takeLinks(root: RootStore): () => void {
  /** Returns whether there was something to take. */
  const take = (transfer: DataTransfer | null): boolean => {
    const folder = folderOf(root)
    if (folder === null || transfer === null || transfer.files.length > 0) return false
    const { links, others } = linksOf(broughtBy(transfer).text)
    const foreign = links.filter((link) => !link.startsWith(location.origin))
    const wanted = others > 0 ? [] : importable(root, foreign)
    if (wanted.length > 0) void offerLinks(root, wanted, folder)
    return wanted.length > 0
  }
  const handlePaste = (event: ClipboardEvent) => {
    // What was cut or copied in the page comes first.
    if (root.clipboard.isEmpty && !isTyping(event) && take(event.clipboardData)) event.preventDefault()
  }
  const handleOver = (event: DragEvent) => {
    if (bringsLinks(event.dataTransfer) && !bringsFiles(event.dataTransfer) && folderOf(root) !== null && !isOwn(root))
      event.preventDefault()
  }
  const handleDrop = (event: DragEvent) => {
    if (!isOwn(root) && bringsLinks(event.dataTransfer) && take(event.dataTransfer)) event.preventDefault()
  }
  document.addEventListener('paste', handlePaste)
  window.addEventListener('dragover', handleOver)
  window.addEventListener('drop', handleDrop)
  return () => {
    document.removeEventListener('paste', handlePaste)
    window.removeEventListener('dragover', handleOver)
    window.removeEventListener('drop', handleDrop)
  }
}

/** Whether items of the page itself are being dragged. */
const isOwn = ({ drag }: RootStore): boolean => drag.isActive
