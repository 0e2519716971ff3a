// Any number of items in lines: rows, tiles or pictures. Only the lines in view are in the page. It knows the positions
// of items (lib/bands.ts), but not what they are.
import { Fragment, type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react'
import {
  type Band,
  boxOfItem,
  heightOfBands,
  itemBeside,
  itemNear,
  itemsWithin,
  linesInSight,
  type Look,
  type PlacedLine,
} from '../lib/bands.ts'
import { standingAt, type WindowedRowsHandle } from './WindowedRows.tsx'
import { useReusedRows } from './useReusedRows.tsx'
import { useSight } from './useSight.ts'

/** The lines in view are worked out again after scrolling this many pixels, and rendered that far beyond the view. */
const STEP_PX = 64
const BEYOND_PX = 480

/** The position of an item, in numbers, so that an item that does not move is not rendered again. */
export interface Standing {
  index: number
  look: Look
  /** Pixels below the first line. */
  top: number
  /** Pixels from the start of its line. */
  start: number
  width: number
  height: number
}

export interface WindowedBandsProps {
  bands: readonly Band[]
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Pixels above the first line inside the scroller, and those at its end that something floating covers. */
  headHeight: number
  footHeight: number
  /** An item that stays in the page out of view, because it has the focus; -1 for none. */
  kept: number
  handle: Ref<WindowedRowsHandle>
  renderItem(standing: Standing): ReactNode
  renderHeading(section: number): ReactNode
}

export function WindowedBands(props: WindowedBandsProps) {
  const { bands, scroller, headHeight, kept, renderHeading } = props
  const sight = useSight(scroller, STEP_PX, BEYOND_PX)
  useHandle(props)
  const drawn = useReusedRows({
    rows: linesInSight(bands, { from: sight.from - headHeight, to: sight.to - headHeight }, kept),
    idOf: ({ cells, first, band }) => (cells.length === 0 ? `heading ${band.section}` : first),
    isLater: ({ top, height }) => sight.isLater(top + headHeight, height),
    render: (line) =>
      line.cells.length === 0 ? (
        <div className="band-heading" style={standingAt(line.top)}>
          {renderHeading(line.band.section)}
        </div>
      ) : (
        <LineOfItems line={line} renderItem={props.renderItem} />
      ),
  })
  return (
    <div className="windowed" role="presentation" style={{ height: heightOfBands(bands) }}>
      {drawn}
    </div>
  )
}

function LineOfItems({ line, renderItem }: { line: PlacedLine; renderItem: WindowedBandsProps['renderItem'] }) {
  const { top, first, height, cells } = line
  const { look } = line.band
  const items = cells.map(({ start, width }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the next line at this place has items at the same positions
    <Fragment key={at}>{renderItem({ index: first + at, look, top, start, width, height })}</Fragment>
  ))
  // A row of the list has the role of a line itself.
  if (look === 'row') return items
  return (
    <div role="row" className="band-line" style={{ ...standingAt(top), height }}>
      {items}
    </div>
  )
}

/** The target of keys, and scrolling to an item. */
function useHandle({ bands, scroller, headHeight, footHeight, handle }: WindowedBandsProps): void {
  const sightHeight = () => (scroller.current?.clientHeight ?? 0) - headHeight - footHeight
  useImperativeHandle(handle, () => ({
    reveal(index) {
      const { current } = scroller
      const box = boxOfItem(bands, index)
      if (current === null || box === undefined) return
      const least = box.top + headHeight + box.height + footHeight - current.clientHeight
      if (current.scrollTop < least) current.scrollTop = least
      else if (current.scrollTop > box.top) current.scrollTop = box.top
    },
    within: (area) => itemsWithin(bands, area),
    pageSize: () => Math.max(1, Math.floor(sightHeight() / STEP_PX)),
    target: (key, position) => targetAmong(bands, { key, position, page: sightHeight() }),
  }))
}

/** The target of an arrow key in two dimensions. */
function targetAmong(
  bands: readonly Band[],
  { key, position, page }: { key: string; position: number; page: number },
): number | null {
  const box = boxOfItem(bands, position)
  if (box === undefined) return null
  const last = bands.reduce((most, { first, count }) => Math.max(most, first + count - 1), 0)
  const onwards = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const middle = { x: box.start + box.width / 2, y: box.top }
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      // Rows only need the order of the list.
      if (bands.some(({ look }) => look === 'row')) return null
      return Math.min(last, Math.max(0, position + (key === onwards ? 1 : -1)))
    case 'ArrowUp':
      return itemBeside(bands, position, -1)
    case 'ArrowDown':
      return itemBeside(bands, position, 1)
    case 'PageUp':
      return itemNear(bands, { ...middle, y: middle.y - page })
    case 'PageDown':
      return itemNear(bands, { ...middle, y: Math.min(middle.y + page, heightOfBands(bands) - 1) })
    default:
      return null
  }
}
