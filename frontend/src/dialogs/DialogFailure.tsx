import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../i18n/useTexts.ts'

const showModal = (element: HTMLDialogElement | null) => {
  if (element?.isConnected && !element.open) element.showModal()
}

export interface DialogFailureProps {
  /** It could not be fetched, it no longer exists since an update, or it failed. */
  kind: 'part' | 'updated' | 'internal'
  onRetry(): void
  onClose(): void
}

/**
 * Replaces a dialog that could not be fetched or rendered. It uses the browser's own dialog, because the frame of the
 * others may be what is missing.
 */
export function DialogFailure({ kind, onRetry, onClose }: DialogFailureProps) {
  const { t } = useTexts()
  const title = useId()
  const isOutdated = kind === 'updated'
  return (
    <dialog ref={showModal} className="dialog missing" aria-labelledby={title} onClose={onClose}>
      <header>
        <div className="heading">
          <h2 id={title}>{t(`failure.${kind}`)}</h2>
          <p>{t(`failure.${kind}Lead`)}</p>
        </div>
      </header>
      <footer>
        <form method="dialog">
          <button className="button">{t('dialog.close')}</button>
        </form>
        <button
          type="button"
          className={`button ${isOutdated ? 'primary' : ''}`}
          onClick={() => window.location.reload()}
        >
          {t('failure.reload')}
        </button>
        {isOutdated ? null : (
          <button type="button" className="button primary" onClick={onRetry}>
            <RotateCw className="icon" aria-hidden="true" />
            {t('action.retry')}
          </button>
        )}
      </footer>
    </dialog>
  )
}
