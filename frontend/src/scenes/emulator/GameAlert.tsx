import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useTexts } from '../../i18n/useTexts.ts'

interface GameAlertProps {
  /** A text of the specification, which is Spanish on every page. */
  children: string
  onClose(): void
}

/** Says what went wrong, and waits until that is read. */
export function GameAlert({ children, onClose }: GameAlertProps) {
  const { t } = useTexts()
  return (
    <AlertDialog.Root defaultOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className="scrim">
          <AlertDialog.Popup className="dialog-frame">
            <div className="dialog">
              <header>
                <div className="heading">
                  <AlertDialog.Title>
                    <span lang="es" dir="ltr">
                      {children}
                    </span>
                  </AlertDialog.Title>
                </div>
              </header>
              <footer>
                <AlertDialog.Close className="button primary">{t('arcade.ok')}</AlertDialog.Close>
              </footer>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
