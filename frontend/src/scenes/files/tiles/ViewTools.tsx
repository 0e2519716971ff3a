import { LayoutDashboard, LayoutGrid, List, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useRef, useState } from 'react'
import type { FolderView } from '../../../../../backend/contract/folder-views.ts'
import { perform } from '../../../actions/action.ts'
import { info } from '../../../actions/info.ts'
import { toggleView } from '../../../actions/toggleView.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { TileSlider } from './TileSlider.tsx'
import { ViewOptions } from './ViewOptions.tsx'

export interface ViewToolsProps {
  /** Whether the info panel is shown. */
  hasInfo: boolean
}

const ICONS: Record<FolderView['mode'], LucideIcon> = {
  list: List,
  mosaic: LayoutGrid,
  'mosaic gallery': LayoutDashboard,
}

/** The tools for a folder's view: one button for the next view, one for all options, and one for the info panel. */
export const ViewTools = observer(function ViewTools({ hasInfo }: ViewToolsProps) {
  const root = useRoot()
  const { t } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The button shows at once that it is pressed; the options follow, which takes a while on a slow phone.
  const isDrawn = useDeferredValue(isOpen)
  const { mode } = root.views
  return (
    <>
      {mode === 'list' ? null : (
        <span className="desk-only">
          <TileSlider />
        </span>
      )}
      <IconButton
        icon={ICONS[mode]}
        label={t('listing.view', { view: t(`listing.views.${mode}`) })}
        onClick={() => void perform(root, toggleView)}
      />
      <IconButton
        ref={button}
        icon={SlidersHorizontal}
        label={t('listing.viewOptions')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && isDrawn ? <ViewOptions anchor={button} onClose={() => setOpen(false)} /> : null}
      <span className="desk-only">
        <InfoButton isShown={hasInfo} />
      </span>
    </>
  )
})

/** Shows information about the folder or the selection. */
const InfoButton = observer(function InfoButton({ isShown }: { isShown: boolean }) {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <IconButton
      icon={info.icon}
      label={t(info.label)}
      aria-pressed={isShown}
      disabled={!info.isEnabled(root)}
      onClick={() => void perform(root, info)}
    />
  )
})
