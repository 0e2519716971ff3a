import { useEffect } from 'react'
import { perform } from '../../actions/action.ts'
import { paste } from '../../actions/paste.ts'
import { entriesOfFiles } from '../../lib/upload-entries.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Ctrl+V: pastes files from outside if the clipboard has any, otherwise what was cut or copied here. */
export function usePaste(): void {
  const root = useRoot()
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const isField =
        event.target instanceof Element &&
        event.target.closest('input:not([type="checkbox"]), textarea, [contenteditable="true"]') !== null
      if (
        event.defaultPrevented ||
        isField ||
        root.ui.dialogs.length > 0 ||
        root.listing.file !== null ||
        root.shownSearch !== null
      )
        return
      const files = event.clipboardData?.files
      if (files !== undefined && files.length > 0 && root.session.can('create') && root.listing.state === 'ready') {
        void root.uploads.bring(entriesOfFiles(files), root.listing.folder, new Date())
      } else void perform(root, paste)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [root])
}
