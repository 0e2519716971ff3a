import { FolderPlus } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { parentOf } from '../../lib/paths.ts'
import type { FolderTreeStore } from '../../stores/FolderTreeStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface NewFolderButtonProps {
  tree: FolderTreeStore
  onMade(): void
}

/** Makes a folder in the chosen one and chooses it. */
export const NewFolderButton = observer(function NewFolderButton({ tree, onMade }: NewFolderButtonProps) {
  const { session, ui } = useRoot()
  const { t } = useTexts()
  if (!session.can('create')) return null
  const handleClick = async () => {
    const path = await ui.ask('newFolder', { folder: tree.active })
    if (path === null) return
    await tree.reload(parentOf(path))
    await tree.open(parentOf(path))
    tree.setFilter('')
    tree.choose(path)
    onMade()
  }
  return (
    <button type="button" className="button link" onClick={() => void handleClick()}>
      <FolderPlus className="icon" aria-hidden="true" />
      <span className="label">{t('dialog.newFolder.action')}</span>
    </button>
  )
})
