import { Download, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useGuest } from './useGuest.ts'

/** Floats over the end of a shared folder while items are selected in it. */
export const GuestBar = observer(function GuestBar() {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { selection, selectionUrl } = guest
  const count = selection.names.size
  useKeyLayer({
    layer: 'list',
    handle(event) {
      if (event.key !== 'Escape') return false
      selection.stop()
      return true
    },
  })
  const isTooMuch = count > 0 && selectionUrl === null
  return (
    <div className="selection-bar guest-bar" role="toolbar" aria-label={t('listing.selection')}>
      <RootClass name="has-selection-bar" />
      <IconButton icon={X} label={`${t('guest.endSelecting')} (Esc)`} onClick={selection.stop} />
      <span className="summary num" role="status">
        {isTooMuch ? t('dialog.download.tooMany') : t('listing.selected', { count })}
      </span>
      <span className="push" />
      <button type="button" className="button plain" aria-pressed={selection.isAll} onClick={selection.toggleAll}>
        {t('action.selectAll')}
      </button>
      {selectionUrl === null ? (
        <button type="button" className="button primary" disabled>
          <Download className="icon" aria-hidden="true" />
          <span className="label">{t('action.download')}</span>
        </button>
      ) : (
        <a className="button primary" href={selectionUrl} download>
          <Download className="icon" aria-hidden="true" />
          <span className="label">{t('action.download')}</span>
        </a>
      )}
    </div>
  )
})
