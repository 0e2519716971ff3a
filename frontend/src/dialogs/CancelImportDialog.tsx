import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

export function CancelImportDialog({ name, close }: DialogComponentProps<'confirmCancelImport'>) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      title={t('imports.cancelDialog.title', { name })}
      description={t('imports.cancelDialog.lead')}
      verb={t('imports.cancelDialog.verb')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
