import { Folder } from 'lucide-react'
import { makeFolder } from '../actions/makeFolder.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { DialogComponentProps } from './index.tsx'
import { NameDialog } from './NameDialog.tsx'

export function NewFolderDialog({ folder, typed, close }: DialogComponentProps<'newFolder'>) {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <NameDialog
      title={t('dialog.newFolder.title')}
      icon={Folder}
      label={t('dialog.nameLabel')}
      verb={t('dialog.newFolder.verb')}
      typed={typed}
      isTaken={(name) => root.listing.folder === folder && root.listing.find(name) !== undefined}
      work={async (name) => close(await makeFolder(root, folder, name))}
      onClose={() => close(null)}
    />
  )
}
