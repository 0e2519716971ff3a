import { useTexts } from '../i18n/useTexts.ts'
import { nameOfLink } from '../lib/links.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asked before a link ends: its address never works again. */
export function UnshareDialog({ path, close }: DialogComponentProps<'confirmUnshare'>) {
  const { t } = useTexts()
  const name = nameOfLink({ path })
  return (
    <ConfirmDialog
      title={name === '' ? t('share.stopTitleAll') : t('share.stopTitle', { name })}
      description={t('share.stopLead')}
      verb={t('share.stop')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
