import { observer } from 'mobx-react-lite'
import { type RefObject, useRef } from 'react'
import { WindowedRows, type WindowedRowsHandle } from '../../rows/WindowedRows.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useGridFocus } from '../../rows/useGridFocus.ts'
import { useRowMeasures } from '../../rows/useRowMeasures.ts'
import { useScrollMemory } from '../../rows/useScrollMemory.ts'
import { HitRow } from './HitRow.tsx'
import { useHitKeys } from './useHitKeys.ts'

/** The visible hits. One of them has the keyboard focus. */
export const HitList = observer(function HitList({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { search } = useRoot()
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  const rows = useRef<WindowedRowsHandle>(null)
  const { rowHeight, headHeight } = useRowMeasures(element)
  const { hits, focusedPosition } = search
  useScrollMemory(scroller, 'hits')
  const focus = useGridFocus(element, rows, search)
  useHitKeys({ element, rows, focus })
  const renderRow = (index: number, top: number) => {
    const hit = hits[index]
    return hit === undefined ? null : (
      <HitRow key={hit.path} hit={hit} index={index} top={top} isTabStop={index === Math.max(focusedPosition, 0)} />
    )
  }
  return (
    <div ref={element} className="rows hits" role="list" aria-label={t('search.results')}>
      <WindowedRows
        handle={rows}
        count={hits.length}
        rowHeight={rowHeight}
        gap={null}
        scroller={scroller}
        headHeight={headHeight}
        footHeight={0}
        kept={focusedPosition}
        renderRow={renderRow}
      />
    </div>
  )
})
