import type { RefObject } from 'react'
import type { WindowedRowsHandle } from '../../rows/WindowedRows.tsx'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { isForRows, targetOf } from '../../rows/useGridKeys.ts'
import { useSearchMoves } from './useSearchMoves.ts'

export interface HitKeysOptions {
  element: RefObject<HTMLElement | null>
  rows: RefObject<WindowedRowsHandle | null>
  focus(): void
}

/**
 * The keys among the hits: they move, show a hit in its folder, and return to the field. The link itself handles Enter.
 */
export function useHitKeys({ element, rows, focus }: HitKeysOptions): void {
  const { search } = useRoot()
  const { showInFolder } = useSearchMoves()
  const handle = (event: KeyboardEvent): boolean => {
    const position = search.focusedPosition
    const hit = search.hits[position]
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.key === 'Enter' && hit !== undefined) {
      showInFolder(hit)
      return true
    }
    if (isMod || event.altKey || event.shiftKey) return false
    if (event.key === 'ArrowUp' && position <= 0) {
      search.callField()
      return true
    }
    const target = targetOf(event.key, {
      position,
      last: search.hits.length - 1,
      page: rows.current?.pageSize() ?? 10,
    })
    const next = target === null ? undefined : search.hits[target]
    if (next === undefined) return false
    search.focus(next.path)
    focus()
    return true
  }
  useKeyLayer({ layer: 'list', handle: (event) => isForRows(event, element) && handle(event) })
}
