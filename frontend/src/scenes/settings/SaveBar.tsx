import { LoaderCircle } from 'lucide-react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { SaveState } from './useSaving.ts'

export interface SaveBarProps {
  isDirty: boolean
  state: SaveState
  /** The button's label; "Save" by default. */
  verb?: string
  onDiscard(): void
}

/**
 * The end of a form: the result of the last save, and the buttons. The form around it saves. It stays in view while
 * there is something to save.
 */
export function SaveBar({ isDirty, state, verb, onDiscard }: SaveBarProps) {
  const { t, tell } = useTexts()
  const isBusy = state === 'saving'
  const words =
    typeof state === 'object'
      ? tell(state)
      : isBusy
        ? t('settings.saving')
        : isDirty
          ? t('settings.unsaved')
          : state === 'saved'
            ? t('settings.saved')
            : ''
  return (
    <div className={`save-bar ${isDirty || state !== 'idle' ? 'is-busy' : ''}`}>
      <p className={typeof state === 'object' ? 'bad' : 'muted'} role={typeof state === 'object' ? 'alert' : 'status'}>
        {words}
      </p>
      <span className="line push">
        {isDirty ? (
          <button type="button" className="button plain" disabled={isBusy} onClick={onDiscard}>
            {t('settings.discard')}
          </button>
        ) : null}
        <button type="submit" className="button primary" disabled={!isDirty} aria-busy={isBusy}>
          {isBusy ? <LoaderCircle className="icon turning" aria-hidden="true" /> : null}
          {verb ?? t('settings.save')}
        </button>
      </span>
    </div>
  )
}
