import { X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type Action, offered, perform } from '../actions/action.ts'
import { clearSelection } from '../actions/clearSelection.ts'
import { IconButton } from '../components/IconButton.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { ScreenSelection } from '../stores/ScreenStore.ts'
import { useRoot } from '../stores/useRoot.ts'

/** Floats over the end of the listing: how much is selected, and the commands for it. */
export const SelectionBar = observer(function SelectionBar({
  selection,
  bar,
}: {
  selection: ScreenSelection
  bar: readonly Action[]
}) {
  const root = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('listing.selection')}>
      <IconButton
        icon={X}
        label={`${t('action.clearSelection')} (Esc)`}
        onClick={() => void perform(root, clearSelection)}
      />
      <span className="what num">
        <b>{t('listing.selected', { count: selection.count })}</b> · {format.size(selection.size)}
      </span>
      <span className="sep" />
      {offered(root, bar).map((action) => (
        <button key={action.id} type="button" className="button plain" onClick={() => void perform(root, action)}>
          <action.icon className="icon" aria-hidden="true" />
          <span className="label">{t(action.label)}</span>
        </button>
      ))}
    </div>
  )
})
