import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

export function AbortDialog({ count, close }: DialogComponentProps<'confirmAbort'>) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      title={t('upload.abort.title', { count })}
      description={t('upload.abort.description')}
      verb={t('upload.abort.verb')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
