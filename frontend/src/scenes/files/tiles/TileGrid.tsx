// A folder as a mosaic, as a gallery, or as a list in groups: everything except equal rows.
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react'
import type { FolderView } from '../../../../../backend/contract/folder-views.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { Band } from '../../../lib/bands.ts'
import { galleryBands, listBands, type Measures, mosaicBands } from '../../../lib/lay-out.ts'
import { nameOf } from '../../../lib/paths.ts'
import { itemUrl } from '../../../lib/item-paths.ts'
import { useIsPhone } from '../../../lib/useMedia.ts'
import { SortHead } from '../../../rows/SortHead.tsx'
import { useGridControl } from '../../../rows/useGrid.ts'
import { useRowMeasures } from '../../../rows/useRowMeasures.ts'
import { type Standing, WindowedBands } from '../../../rows/WindowedBands.tsx'
import type { WindowedRowsHandle } from '../../../rows/WindowedRows.tsx'
import { useRoot } from '../../../stores/useRoot.ts'
import type { GridProps } from '../Grid.tsx'
import { Row } from '../Row.tsx'
import { SectionHeading } from './SectionHeading.tsx'
import { Tile } from './Tile.tsx'
import { useInnerWidth } from './useInnerWidth.ts'
import { useWheelSize } from './useWheelSize.ts'

export const TileGrid = observer(function TileGrid({ scroller, onMenu }: GridProps) {
  const { listing, selection, session, navigate, views } = useRoot()
  const { t } = useTexts()
  const isExact = session.user?.dateFormat ?? false
  const { mode } = views
  const { element, handle, footHeight } = useGridControl({
    selection,
    scroller,
    onOpen: (item) => navigate(itemUrl(item)),
    onMenu,
  })
  const { bands, headHeight } = useBands(element, scroller)
  useWheelSize(scroller)
  useSamePlace(handle)
  const renderItem = useRenderItem(onMenu)
  return (
    <div
      ref={element}
      className={`${CLASSES[mode]} ${selection.isActive ? 'is-selecting' : ''} ${isExact ? 'exact-dates' : ''}`}
      role="grid"
      aria-label={nameOf(listing.folder) || t('listing.home')}
      aria-multiselectable="true"
      aria-rowcount={mode === 'list' ? listing.sorted.length + 1 : -1}
    >
      {mode === 'list' ? <SortHead sorting={listing.sorting} onSort={listing.sortBy} /> : null}
      <WindowedBands
        bands={bands}
        scroller={scroller}
        headHeight={headHeight}
        footHeight={footHeight}
        kept={selection.focusedPosition}
        handle={handle}
        renderItem={renderItem}
        renderHeading={(at) => <SectionHeading section={listing.arranged.sections[at]} />}
      />
    </div>
  )
})

const CLASSES: Record<FolderView['mode'], string> = { list: 'rows', mosaic: 'tiles', 'mosaic gallery': 'tiles photos' }

/** Renders an item for the current view. Call it inside an observer. */
function useRenderItem(onMenu: GridProps['onMenu']) {
  const { listing, selection, session } = useRoot()
  const format = useFormat(session.user?.dateFormat ?? false)
  const { sorted } = listing
  const focused = Math.max(selection.focusedPosition, 0)
  return ({ index, top, ...standing }: Standing) => {
    const item = sorted[index]
    if (item === undefined) return null
    const shared = { item, index, format, isTabStop: index === focused, onMenu }
    return standing.look === 'row' ? <Row {...shared} top={top} /> : <Tile {...shared} {...standing} />
  }
}

/** Scrolls to the focused item after a change of the view. Call it inside an observer. */
function useSamePlace(handle: RefObject<WindowedRowsHandle | null>): void {
  const { selection, views } = useRoot()
  const { mode } = views
  const reveal = useEffectEvent(() => {
    if (selection.focusedPosition >= 0) handle.current?.reveal(selection.focusedPosition)
  })
  // eslint-disable-next-line react/exhaustive-effect-dependencies -- once for each view
  useEffect(() => reveal(), [mode])
}

/** The positions of all items at the current width. Call it inside an observer. */
function useBands(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>) {
  const { listing, views } = useRoot()
  const { mode, tile } = views.current
  const { sorted, sections } = listing.arranged
  const isPhone = useIsPhone()
  const width = useInnerWidth(element, scroller)
  const { rowHeight, headHeight } = useRowMeasures(element)
  const bands = useMemo(
    () => layOut(mode, { items: sorted, sections, measures: { width, tile, isPhone, rowHeight } }),
    [mode, sorted, sections, width, tile, isPhone, rowHeight],
  )
  return { bands, headHeight }
}

interface Placed {
  items: Parameters<typeof mosaicBands>[0]
  sections: Parameters<typeof listBands>[0]
  measures: Measures
}

function layOut(mode: FolderView['mode'], { items, sections, measures }: Placed): readonly Band[] {
  if (mode === 'list') return listBands(sections, measures)
  return mode === 'mosaic' ? mosaicBands(items, sections, measures) : galleryBands(items, sections, measures)
}
