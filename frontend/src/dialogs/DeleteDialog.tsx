import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Shown only if the storage keeps no versions, because then nothing can bring the items back. */
export function DeleteDialog({ items, close }: DialogComponentProps<'confirmDelete'>) {
  const { t } = useTexts()
  const values = { count: items.length, name: items[0]?.name ?? '' }
  return (
    <ConfirmDialog
      title={t('dialog.delete.title', values)}
      description={t('dialog.delete.description')}
      verb={t('dialog.delete.verb')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
