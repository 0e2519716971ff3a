import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FILES_COMMANDS } from '../../actions/menus.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { fetchedPanel } from '../errors/PartFailure.tsx'
import { useRoot } from '../../stores/useRoot.ts'
import { Announcer } from './Announcer.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import { Grid } from './Grid.tsx'
import { ListingFailure } from './ListingFailure.tsx'
import { ListingHead } from './ListingHead.tsx'
import { ListingMenu, type MenuPlace } from '../../rows/ListingMenu.tsx'
import { PanelBody } from '../../rows/PanelBody.tsx'
import { SelectionBar } from '../../rows/SelectionBar.tsx'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { useDropTarget } from '../../rows/useDropTarget.ts'

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
  const isEmpty = listing.state === 'ready' && listing.items.length === 0
  return (
    <main
      className={`panel ${hasInfo ? 'with-info' : ''} ${isCovered ? 'is-covered' : ''}`}
      {...(isCovered ? {} : { id: 'main' })}
      aria-busy={!['ready', 'failed'].includes(listing.state)}
      {...handlers}
    >
      <ListingHead onMenu={setMenu} />
      <PanelBody scroller={scroller} selection={selection} hasMenu={listing.state === 'ready'} onMenu={setMenu}>
        {listing.state === 'failed' ? <ListingFailure /> : null}
        {listing.state === 'loading' ? <SkeletonRows key={listing.folder} /> : null}
        {isEmpty ? <EmptyFolder /> : null}
        {listing.state === 'ready' && !isEmpty ? (
          <Grid key={listing.folder} scroller={scroller} onMenu={setMenu} />
        ) : null}
      </PanelBody>
      {isPhone || selection.count === 0 ? null : <SelectionBar selection={selection} bar={FILES_COMMANDS.bar} />}
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
