import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Alert } from '../../components/Alert.tsx'
import { useTexts } from '../../i18n/useTexts.ts'

interface GameAlertProps {
  /** A text of the specification, which is Spanish on every page. */
  children: string
  onClose(): void
}

/** Says what went wrong, and waits until that is read. */
export function GameAlert({ children, onClose }: GameAlertProps) {
  const { t } = useTexts()
  const text = (
    <span lang="es" dir="ltr">
      {children}
    </span>
  )
  return (
    <Alert title={text} onClose={onClose}>
      <AlertDialog.Close className="button primary">{t('arcade.ok')}</AlertDialog.Close>
    </Alert>
  )
}
