import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { DialogComponentProps } from './index.tsx'

export function EmptyTrashDialog({ count, size, close }: DialogComponentProps<'confirmEmptyTrash'>) {
  const { t } = useTexts()
  const format = useFormat()
  return (
    <ConfirmDialog
      title={t('trash.emptyTitle')}
      description={t('trash.emptyDescription', { count, size: format.size(size) })}
      verb={t('trash.emptyVerb')}
      onConfirm={() => close(true)}
      onClose={() => close(null)}
    />
  )
}
