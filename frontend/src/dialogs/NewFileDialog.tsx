import { File } from 'lucide-react'
import { makeFile } from '../actions/makeFile.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { DialogComponentProps } from './index.tsx'
import { NameDialog } from './NameDialog.tsx'

export function NewFileDialog({ folder, typed, close }: DialogComponentProps<'newFile'>) {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <NameDialog
      title={t('dialog.newFile.title')}
      icon={File}
      label={t('dialog.nameLabel')}
      verb={t('dialog.newFile.verb')}
      hint={t('dialog.newFile.hint')}
      typed={typed}
      isTaken={(name) => root.listing.folder === folder && root.listing.find(name) !== undefined}
      work={async (name) => {
        await makeFile(root, folder, name)
        close(true)
      }}
      onClose={() => close(null)}
    />
  )
}
