// The lists of the tray. Only the rows in view are in the page. A row that appears or disappears moves the others, and
// nothing else of the page.
import { type ReactNode, type RefObject, useId } from 'react'
import type { RowPlace } from '../../components/tray/JobRow.tsx'
import { rowsInSight } from '../../lib/rows-in-sight.ts'
import { useSight } from '../../rows/useSight.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'

/** The height of the rows of a section in pixels, as in tray.css. */
export const ROW_HEIGHT = 64
export const TALL_ROW_HEIGHT = 96
const TITLE_HEIGHT = 36
/** So much is rendered beyond the view. Its rows are made anew, so there are few. */
const BEYOND_PX = 4 * ROW_HEIGHT

export interface TraySection {
  key: string
  title: string
  /** Commands beside the title. */
  links?: ReactNode
  isTall?: boolean
  count: number
  renderRow(place: RowPlace): ReactNode
}

export interface TrayListProps {
  sections: readonly TraySection[]
  scroller: RefObject<HTMLElement | null>
}

export function TrayList({ sections, scroller }: TrayListProps) {
  const sight = useSight(scroller, ROW_HEIGHT, BEYOND_PX)
  const heights = sections.map(({ count, isTall }) => TITLE_HEIGHT + count * heightOf(isTall))
  const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0))
  return (
    <div className="windowed" style={{ height: heights.reduce((sum, height) => sum + height, 0) }}>
      {sections.map((section, index) => {
        const top = tops[index] ?? 0
        const start = top + TITLE_HEIGHT
        return <Section key={section.key} section={section} top={top} from={sight.from - start} to={sight.to - start} />
      })}
    </div>
  )
}

const heightOf = (isTall = false) => (isTall ? TALL_ROW_HEIGHT : ROW_HEIGHT)

interface SectionProps {
  section: TraySection
  top: number
  /** The visible range in pixels, from its first row. */
  from: number
  to: number
}

function Section({ section, top, from, to }: SectionProps) {
  const { title, links, isTall, count, renderRow } = section
  const id = useId()
  const rowHeight = heightOf(isTall)
  return (
    <div style={standingAt(top)}>
      <h3>
        <span id={id} className="cut" dir="auto">
          {title}
        </span>
        <span className="links">{links}</span>
      </h3>
      <ul aria-labelledby={id} style={{ height: count * rowHeight }}>
        {rowsInSight({ count, rowHeight, gap: null }, { from, to }, -1).map((index) =>
          renderRow({ index, count, top: index * rowHeight }),
        )}
      </ul>
    </div>
  )
}
