import { Download, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useGuest } from './useGuest.ts'

/** Floats over the end of a shared folder while things are selected in it. */
export const GuestBar = observer(function GuestBar() {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { selected, selectionUrl, isAllSelected } = guest
  useKeyLayer({
    layer: 'list',
    handle(event) {
      if (event.key !== 'Escape') return false
      guest.stopSelecting()
      return true
    },
  })
  const isTooMuch = selected.size > 0 && selectionUrl === null
  return (
    <div className="selection-bar guest-bar" role="toolbar" aria-label={t('listing.selection')}>
      <IconButton icon={X} label={`${t('guest.endSelecting')} (Esc)`} onClick={guest.stopSelecting} />
      <span className="what num" role="status">
        {isTooMuch ? t('dialog.download.tooMany') : t('listing.selected', { count: selected.size })}
      </span>
      <span className="push" />
      <button type="button" className="button plain" aria-pressed={isAllSelected} onClick={guest.toggleAll}>
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
