import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asked before unsaved changes are lost. */
export function LeaveDialog({ close }: DialogComponentProps<'confirmLeave'>) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      title={t('settings.leaveTitle')}
      description={t('settings.leaveLead')}
      verb={t('settings.leave')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
