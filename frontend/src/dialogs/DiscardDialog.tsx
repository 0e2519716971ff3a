import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asked before what was written in the editor is lost. */
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
