// The panel of a list of places: its head, and rows or a message.
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ScreenCommands } from '../../actions/menus.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { CrumbTrail, type CrumbTrailProps } from '../../rows/CrumbTrail.tsx'
import { ListingMenu, type MenuPlace } from '../../rows/ListingMenu.tsx'
import { PanelBody } from '../../rows/PanelBody.tsx'
import { SelectionBar } from '../../rows/SelectionBar.tsx'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { shownStatus } from '../../lib/shown-status.ts'
import type { PlaceListStore } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { useScreen } from '../frame/useScreen.ts'
import { PlaceGrid } from './PlaceGrid.tsx'

export interface PlacePanelProps {
  title: string
  list: PlaceListStore
  commands: ScreenCommands
  /** The meaning of a row's time. */
  whenLabel: string
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown beside the title. */
  tools?: ReactNode
  /** The way to the list, if it has one. It ends with the title. */
  crumbs?: CrumbTrailProps['crumbs']
}

export const PlacePanel = observer(function PlacePanel(props: PlacePanelProps) {
  const { title, list, commands, whenLabel, empty } = props
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { state, selection, sorted } = list
  const hasRows = state === 'ready' && sorted.length > 0
  useScreen({ title, ...commands, selection })
  useShown(list, title)
  return (
    <main className="panel" id="main" aria-busy={state === 'loading'}>
      <PlaceHead {...props} />
      <PanelBody scroller={scroller} selection={selection} hasMenu={hasRows} onMenu={setMenu}>
        {state === 'failed' ? <ListFailure list={list} /> : null}
        {state === 'loading' ? <SkeletonRows /> : null}
        {state === 'ready' && !hasRows ? empty : null}
        {hasRows ? (
          <PlaceGrid title={title} list={list} whenLabel={whenLabel} scroller={scroller} onMenu={setMenu} />
        ) : null}
      </PanelBody>
      {isPhone || !selection.isActive ? null : <SelectionBar selection={selection} bar={commands.bar} />}
      <ListingMenu
        place={menu}
        selection={selection}
        rowMenu={commands.rowMenu}
        groundMenu={commands.groundMenu}
        label={title}
        onClose={() => setMenu(null)}
      />
    </main>
  )
})

/** Fetches the list when it is shown, and tells screen readers its length. */
function useShown(list: PlaceListStore, title: string): void {
  const { ui } = useRoot()
  const { t } = useTexts()
  const { isKnown } = list
  useEffect(() => {
    list.show()
    return () => list.leave()
  }, [list])
  useEffect(() => {
    if (isKnown) ui.announce(t('listing.opened', { folder: title, count: list.sorted.length }))
  }, [ui, list, isKnown, title, t])
}

const PlaceHead = observer(function PlaceHead({ title, list, tools, crumbs }: PlacePanelProps) {
  const { t } = useTexts()
  const { sorted } = list
  return (
    <div className="panel-head">
      <div className="where">
        {crumbs === undefined ? <h1>{title}</h1> : <CrumbTrail label={t('listing.path')} crumbs={crumbs} />}
        <p className="count">{sorted.length === 0 ? '\u00a0' : t('trash.items', { count: sorted.length })}</p>
      </div>
      <div className="line push tools">{tools}</div>
    </div>
  )
})

const ListFailure = observer(function ListFailure({ list }: Pick<PlacePanelProps, 'list'>) {
  const { error } = list.content
  if (error === null) return null
  const kind = error.code === 'network' ? 'network' : 'internal'
  return <Failure kind={kind} code={shownStatus(error.status)} onRetry={() => void list.load()} />
})
