import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { ARCHIVE_COMMANDS } from '../../actions/later-menus.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { ListingMenu, type MenuPlace } from '../../rows/ListingMenu.tsx'
import { PanelBody } from '../../rows/PanelBody.tsx'
import { SelectionBar } from '../../rows/SelectionBar.tsx'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ArchiveAnnouncer } from './ArchiveAnnouncer.tsx'
import { ArchiveFailure } from './ArchiveFailure.tsx'
import { ArchiveGrid } from './ArchiveGrid.tsx'
import { ArchiveHead } from './ArchiveHead.tsx'
import { ReadingArchive } from './ReadingArchive.tsx'

/** The panel of an archive: path and tools above, rows or a message below. */
export const ArchivePanel = observer(function ArchivePanel() {
  const archive = archiveOf(useRoot())
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { state, path, folder, selection, scan } = archive
  const key = `${path} ${folder}`
  const hasRows = state === 'ready' && archive.sorted.length > 0
  return (
    <main className="panel" id="main" aria-busy={state === 'loading' || state === 'away'}>
      <ArchiveHead onMenu={setMenu} />
      <PanelBody scroller={scroller} selection={selection} hasMenu={hasRows} onMenu={setMenu}>
        {state === 'failed' ? <ArchiveFailure /> : null}
        {state === 'loading' && scan === null ? <SkeletonRows key={key} /> : null}
        {state === 'loading' && scan !== null ? <ReadingArchive scan={scan} /> : null}
        {state === 'ready' && !hasRows ? <EmptyArchive /> : null}
        {hasRows ? <ArchiveGrid key={key} scroller={scroller} onMenu={setMenu} /> : null}
      </PanelBody>
      {isPhone || selection.count === 0 ? null : <SelectionBar selection={selection} bar={ARCHIVE_COMMANDS.bar} />}
      <ListingMenu
        place={menu}
        selection={selection}
        rowMenu={ARCHIVE_COMMANDS.rowMenu}
        groundMenu={ARCHIVE_COMMANDS.groundMenu}
        label={t('archive.ground')}
        onClose={() => setMenu(null)}
      />
      <ArchiveAnnouncer />
    </main>
  )
})

const EmptyArchive = observer(function EmptyArchive() {
  const { content } = archiveOf(useRoot())
  const { t } = useTexts()
  if (content.value?.isEncrypted === true)
    return <Empty art="door" title={t('archive.locked')} lead={t('archive.lockedLead')} />
  return <Empty art="nest" title={t('archive.empty')} lead={t('archive.emptyLead')} />
})
