import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asks before purging, because nothing brings purged items back. */
export function PurgeDialog({ count, name, close }: DialogComponentProps<'confirmPurge'>) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      title={t('trash.purgeTitle', { count, name })}
      description={t('trash.purgeDescription')}
      verb={t('trash.purge')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
