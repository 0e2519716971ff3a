import { File, Folder } from 'lucide-react'
import { renameItem } from '../actions/renameItem.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { parentOf, splitName } from '../lib/paths.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { DialogComponentProps } from './index.tsx'
import { NameDialog } from './NameDialog.tsx'

export function RenameDialog({ item, typed, close }: DialogComponentProps<'rename'>) {
  const root = useRoot()
  const { t } = useTexts()
  const [stem, ending] = splitName(item.name, item.isDir)
  return (
    <NameDialog
      title={t('dialog.rename.title')}
      icon={item.isDir ? Folder : File}
      label={t('dialog.rename.label')}
      verb={t('dialog.rename.verb')}
      initial={item.name}
      selected={stem.length}
      typed={typed}
      hint={ending === '' ? undefined : t('dialog.rename.hint', { ending })}
      isTaken={(name) => root.listing.folder === parentOf(item.path) && root.listing.find(name) !== undefined}
      work={async (name) => {
        await renameItem(root, item, name)
        close(true)
      }}
      onClose={() => close(null)}
    />
  )
}
