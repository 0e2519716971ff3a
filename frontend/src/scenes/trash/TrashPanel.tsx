import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { TRASH_COMMANDS } from '../../actions/later-menus.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ListingMenu, type MenuPlace } from '../../rows/ListingMenu.tsx'
import { PanelBody } from '../../rows/PanelBody.tsx'
import { SelectionBar } from '../../rows/SelectionBar.tsx'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { TrashAnnouncer } from './TrashAnnouncer.tsx'
import { TrashFailure } from './TrashFailure.tsx'
import { TrashGrid } from './TrashGrid.tsx'
import { TrashHead } from './TrashHead.tsx'
import { TrashRoom } from './TrashRoom.tsx'
import { trashOf } from '../../stores/TrashStore.ts'

/** The panel of the trash: path and tools at the top, rows or their replacement below. */
export const TrashPanel = observer(function TrashPanel() {
  const trash = trashOf(useRoot())
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { state, id, below, selection } = trash
  const isEmpty = state === 'ready' && trash.sorted.length === 0
  return (
    <main className="panel" id="main" aria-busy={state === 'loading' || state === 'away'}>
      <div>
        <TrashHead onMenu={setMenu} />
        <TrashRoom />
      </div>
      <PanelBody scroller={scroller} selection={selection} hasMenu={state === 'ready' && !isEmpty} onMenu={setMenu}>
        {state === 'failed' ? <TrashFailure /> : null}
        {state === 'loading' ? <SkeletonRows key={`${id} ${below}`} /> : null}
        {isEmpty ? <EmptyTrash /> : null}
        {state === 'ready' && !isEmpty ? (
          <TrashGrid key={`${id} ${below}`} scroller={scroller} onMenu={setMenu} />
        ) : null}
      </PanelBody>
      {isPhone || !selection.isActive ? null : <SelectionBar selection={selection} bar={TRASH_COMMANDS.bar} />}
      <ListingMenu
        place={menu}
        selection={selection}
        rowMenu={TRASH_COMMANDS.rowMenu}
        groundMenu={TRASH_COMMANDS.groundMenu}
        label={t('trash.ground')}
        onClose={() => setMenu(null)}
      />
      <TrashAnnouncer />
    </main>
  )
})

const EmptyTrash = observer(function EmptyTrash() {
  const root = useRoot()
  const { settings, keepsVersions } = root
  const trash = trashOf(root)
  const { t } = useTexts()
  if (!keepsVersions) return <Empty art="cup" title={t('trash.off')} lead={t('trash.offLead')} />
  if (trash.id !== null) return <Empty art="nest" title={t('trash.emptyFolder')} lead={t('trash.emptyFolderLead')} />
  return (
    <Empty art="nest" title={t('trash.emptyState')} lead={t('trash.emptyLead', { count: settings.RetentionDays })} />
  )
})
