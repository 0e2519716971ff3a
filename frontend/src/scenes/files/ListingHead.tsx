import { Check, type LucideIcon, Plus } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { perform, standing } from '../../actions/action.ts'
import { NEW_MENU, UPLOAD_MENU } from '../../actions/menus.ts'
import { fetched } from '../../components/fetched.tsx'
import { Menu } from '../../components/Menu.tsx'
import { withTexts } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { afterFirstScreen } from '../../lib/first-screen.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useEntries } from '../../actions/useEntries.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Count } from './Count.tsx'
import { GroundMenuButton } from '../../rows/GroundMenuButton.tsx'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import type { ViewToolsProps } from './tiles/ViewTools.tsx'

// Their space is reserved until they are loaded.
const ViewTools = fetched<ViewToolsProps>({
  load: afterFirstScreen(withTexts(async () => (await import('./tiles/ViewTools.tsx')).ViewTools)),
  isPrefetched: true,
  renderFailure: () => null,
})

export interface ListingHeadProps extends ViewToolsProps {
  onMenu(place: MenuPlace): void
}

/** Path, counts and tools above the rows, and a note if the rows are from an earlier visit. */
export const ListingHead = observer(function ListingHead(props: ListingHeadProps) {
  const { live, listing } = useRoot()
  return (
    <div className="listing-top">
      <HeadLine {...props} />
      {(live.isCutOff || listing.keptAt !== null) && listing.state === 'ready' ? <OfflineNote /> : null}
    </div>
  )
})

const HeadLine = observer(function HeadLine({ hasInfo, onMenu }: ListingHeadProps) {
  const { listing } = useRoot()
  const isReady = listing.state === 'ready'
  return (
    <div className="panel-head">
      <div className="where">
        <Breadcrumbs />
        <Count />
      </div>
      {listing.state === 'failed' ? null : (
        <div className="line push tools">
          <span className="view-tools">
            <ViewTools hasInfo={hasInfo} />
          </span>
          <span className="desk-only">
            <NewButton />
            <UploadButton />
          </span>
          <GroundMenuButton isDisabled={!isReady} onMenu={onMenu} />
        </div>
      )}
    </div>
  )
})

const NewButton = observer(function NewButton() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const groups = useEntries(standing)(NEW_MENU)
  if (groups.every((group) => group.length === 0)) return null
  return (
    <Menu
      groups={groups}
      align="end"
      isDisabled={listing.isComing}
      trigger={
        <button type="button" className="button">
          <Plus className="icon" aria-hidden="true" />
          <span className="label">{t('action.new')}</span>
        </button>
      }
    />
  )
})

const UploadButton = observer(function UploadButton() {
  const root = useRoot()
  const { t } = useTexts()
  const groups = useEntries(standing)(UPLOAD_MENU)
  const [first, ...others] = standing(root, UPLOAD_MENU.flat())
  if (first === undefined) return null
  const button = (
    <button
      type="button"
      className="button primary"
      disabled={root.listing.isComing}
      {...(others.length === 0 ? { onClick: () => void perform(root, first) } : {})}
    >
      <UploadIcon idle={first.icon} />
      <span className="label">{t('action.upload')}</span>
    </button>
  )
  return others.length === 0 ? (
    button
  ) : (
    <Menu groups={groups} align="end" isDisabled={root.listing.isComing} trigger={button} />
  )
})

/** Fills while uploads run, and shows a tick as long as the tray does. */
const UploadIcon = observer(function UploadIcon({ idle }: { idle: LucideIcon }) {
  const { queue } = useRoot().uploads
  if (queue.isBusy) return <span className="ring" style={{ '--v': `${queue.percent}%` } as CSSProperties} />
  const Icon = queue.isEmpty && queue.tally.countDone > 0 ? Check : idle
  return <Icon className="icon" aria-hidden="true" />
})
