import { reaction } from 'mobx'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { WindowedRowsHandle } from './WindowedRows.tsx'
import { isByKeyboard } from '../lib/last-input.ts'
import type { SelectionStore } from '../stores/SelectionStore.ts'

/** The frames that a row may take to appear in the page. */
const PATIENCE = 10

/**
 * Moves the browser's focus to the row with the keyboard focus. Returns the function that requests it: the row appears
 * with the next render and is focused then.
 */
export function useGridFocus(
  element: RefObject<HTMLElement | null>,
  rows: RefObject<WindowedRowsHandle | null>,
  selection: Pick<SelectionStore<never>, 'focusedPosition' | 'reveals'>,
): () => void {
  // After opening a folder with the keyboard, one of its rows has the focus.
  const [wish, setWish] = useState(() => (document.activeElement === document.body && isByKeyboard() ? 1 : 0))
  const done = useRef(0)
  useLayoutEffect(() => {
    if (wish === done.current) return
    done.current = wish
    let frame = 0
    const focus = (patience: number) => {
      const position = Math.max(0, selection.focusedPosition)
      const row = element.current?.querySelector<HTMLElement>(`[data-index="${position}"]`)
      if (row) row.focus({ preventScroll: true })
      else if (patience > 0) frame = requestAnimationFrame(() => focus(patience - 1))
    }
    rows.current?.reveal(Math.max(0, selection.focusedPosition))
    focus(PATIENCE)
    return () => cancelAnimationFrame(frame)
  }, [wish, selection, element, rows])
  useEffect(
    () =>
      reaction(
        () => selection.reveals,
        // The focus is not taken from an element that has it by now.
        () =>
          isNowhere(element.current)
            ? setWish((count) => count + 1)
            : rows.current?.reveal(Math.max(0, selection.focusedPosition)),
      ),
    [selection, element, rows],
  )
  return () => setWish((count) => count + 1)
}

const isNowhere = (grid: HTMLElement | null): boolean =>
  document.activeElement === document.body || grid?.contains(document.activeElement) === true
