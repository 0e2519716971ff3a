import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../i18n/useTexts.ts'

const showModal = (element: HTMLDialogElement | null) => {
  if (element?.isConnected && !element.open) element.showModal()
}

/**
 * Stands in the place of a dialog that could not be fetched. It is the browser's own: the frame of the others may be
 * what could not be fetched.
 */
export function DialogFailure({ onRetry, onClose }: { onRetry(): void; onClose(): void }) {
  const { t } = useTexts()
  const title = useId()
  return (
    <dialog ref={showModal} className="dialog missing" aria-labelledby={title} onClose={onClose}>
      <header>
        <div className="heading">
          <h2 id={title}>{t('failure.part')}</h2>
          <p>{t('failure.partLead')}</p>
        </div>
      </header>
      <footer>
        <form method="dialog">
          <button className="button">{t('dialog.close')}</button>
        </form>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          {t('failure.reload')}
        </button>
        <button type="button" className="button primary" onClick={onRetry}>
          <RotateCw className="icon" aria-hidden="true" />
          {t('action.retry')}
        </button>
      </footer>
    </dialog>
  )
}
