import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asks before unsaved changes in the editor are lost. */
export function DiscardDialog({ close }: DialogComponentProps<'discardEditorChanges'>) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      title={t('editor.discardTitle')}
      description={t('editor.discardLead')}
      verb={t('editor.discard')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
