import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { GOES_BACK } from '../../lib/way-back.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useGrid } from '../../rows/useGrid.ts'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import type { PlaceListStore } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PlaceLine } from './PlaceLine.tsx'

export interface PlaceGridProps {
  title: string
  list: PlaceListStore
  whenLabel: string
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The rows of a list of places: a grid like that of the files. */
export const PlaceGrid = observer(function PlaceGrid({ title, list, whenLabel, scroller, onMenu }: PlaceGridProps) {
  const root = useRoot()
  const { selection, sorted } = list
  const { element, windowed } = useGrid({
    selection,
    scroller,
    onOpen: (row) => root.navigate(itemUrl(row), { state: GOES_BACK }),
    canOpen: ({ item }) => item !== null,
    onMenu,
    renderRow: (row, props) => <PlaceLine row={row} list={list} {...props} />,
  })
  return (
    <div
      ref={element}
      className={`rows places ${selection.count > 0 ? 'is-selecting' : ''}`}
      role="grid"
      aria-label={title}
      aria-multiselectable="true"
      aria-rowcount={sorted.length + 1}
    >
      <ColumnHeads whenLabel={whenLabel} />
      <WindowedRows {...windowed} gap={null} />
    </div>
  )
})

function ColumnHeads({ whenLabel }: Pick<PlaceGridProps, 'whenLabel'>) {
  const { t } = useTexts()
  return (
    <div className="rows-head" role="row" aria-rowindex={1}>
      <span role="presentation" />
      <span role="presentation" />
      <span role="columnheader">{t('places.nameAndPlace')}</span>
      <span role="columnheader" className="num-col">
        {t('listing.size')}
      </span>
      <span role="columnheader" className="date-col">
        {whenLabel}
      </span>
      <span role="presentation" />
    </div>
  )
}
