import { Check } from 'lucide-react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { SaveState } from './useSaving.ts'

/** Shown beside a setting's name once it was saved. */
export function Saved({ state }: { state: SaveState }) {
  const { t } = useTexts()
  return (
    <span className="saved" role="status">
      {state === 'saved' ? (
        <>
          <Check className="icon" aria-hidden="true" />
          {t('settings.saved')}
        </>
      ) : null}
    </span>
  )
}
