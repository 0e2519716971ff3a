import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FILES_COMMANDS } from '../../actions/menus.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { afterFirstScreen } from '../../lib/first-screen.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { fetched } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import { fetchedPanel, PartFailure } from '../errors/PartFailure.tsx'
import { useRoot } from '../../stores/useRoot.ts'
import { Grid, type GridProps } from './Grid.tsx'
import { ListingFailure } from './ListingFailure.tsx'
import { ListingHead } from './ListingHead.tsx'
import { ListingMenu, type MenuPlace } from '../../rows/ListingMenu.tsx'
import { PanelBody } from '../../rows/PanelBody.tsx'
import type { SelectionBarProps } from '../../rows/SelectionBar.tsx'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { useDropTarget } from '../../rows/useDropTarget.ts'

// Every view except the plain list, which is part of the first screen.
const TileGrid = fetched<GridProps>({
  load: withTexts(async () => (await import('./tiles/TileGrid.tsx')).TileGrid),
  isPrefetched: true,
  renderFailure: (_, missing) => <PartFailure {...missing} />,
})
const EmptyFolder = fetched<object>({
  load: withTexts(async () => (await import('./EmptyFolder.tsx')).EmptyFolder),
  isPrefetched: true,
  renderFailure: (_, missing) => <PartFailure {...missing} />,
})
const SelectionBar = fetched<SelectionBarProps>({
  load: withTexts(async () => (await import('../../rows/SelectionBar.tsx')).SelectionBar),
  isPrefetched: true,
  renderFailure: () => null,
})
const Announcer = fetched<object>({
  load: afterFirstScreen(withTexts(async () => (await import('./Announcer.tsx')).Announcer)),
  isPrefetched: true,
  renderFailure: () => null,
})
const InfoPanel = fetchedPanel(async () => (await import('../info/InfoPanel.tsx')).InfoPanel)

/**
 * The panel of the files: path and tools at the top, rows or their replacement below. A search covers it, and it keeps
 * its scroll position and selection.
 */
export const ListingPanel = observer(function ListingPanel({ isCovered }: { isCovered: boolean }) {
  const { listing, selection } = useRoot()
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [search] = useSearchParams()
  const hasInfo = search.has('info') && listing.file === null && listing.state === 'ready'
  const { handlers } = useDropTarget(listing.folder)
  return (
    <main
      className={`panel ${hasInfo ? 'with-info' : ''} ${isCovered ? 'is-covered' : ''}`}
      {...(isCovered ? {} : { id: 'main' })}
      aria-busy={!['ready', 'failed'].includes(listing.state)}
      {...handlers}
    >
      <ListingHead hasInfo={hasInfo} onMenu={setMenu} />
      <PanelBody scroller={scroller} selection={selection} hasMenu={listing.state === 'ready'} onMenu={setMenu}>
        {listing.state === 'failed' ? <ListingFailure /> : null}
        {listing.state === 'loading' ? <SkeletonRows key={listing.folder} /> : null}
        {listing.state === 'ready' ? <Content key={listing.folder} scroller={scroller} onMenu={setMenu} /> : null}
      </PanelBody>
      {isPhone || !selection.isActive ? null : <SelectionBar selection={selection} bar={FILES_COMMANDS.bar} />}
      <ListingMenu
        place={menu}
        selection={selection}
        rowMenu={FILES_COMMANDS.rowMenu}
        groundMenu={FILES_COMMANDS.groundMenu}
        label={t('listing.ground')}
        onClose={() => setMenu(null)}
      />
      {hasInfo ? <InfoPanel /> : null}
      <Announcer />
    </main>
  )
})

/** The items in the view of the folder, or what to do if there are none. */
const Content = observer(function Content(props: GridProps) {
  const root = useRoot()
  const { items } = root.listing
  const { mode, group } = root.views
  const Items = mode === 'list' && group === 'none' ? Grid : TileGrid
  return (
    <>
      {items.length > 0 ? <Items {...props} /> : null}
      {/* The shared folder does not count: a home that contains nothing else is empty. */}
      {items.every(({ path }) => root.isMount(path)) ? <EmptyFolder /> : null}
    </>
  )
})
