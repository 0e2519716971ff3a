import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Fixed } from '../../components/Fixed.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { FixedText } from '../../lib/fixed-texts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Tells a person who may not import that this is so. Then come the files. */
export function Refusal({ text }: { text: Extract<FixedText, 'noTorrents' | 'noVideos'> }) {
  const { navigate } = useRoot()
  const { t } = useTexts()
  return (
    <AlertDialog.Root defaultOpen onOpenChange={(isOpen) => isOpen || navigate('/files/', { replace: true })}>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className="scrim">
          <AlertDialog.Popup className="dialog-frame">
            <div className="dialog">
              <header>
                <div className="heading">
                  <AlertDialog.Title>
                    <Fixed text={text} />
                  </AlertDialog.Title>
                </div>
              </header>
              <footer>
                <AlertDialog.Close className="button primary">{t('imports.toFiles')}</AlertDialog.Close>
              </footer>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
