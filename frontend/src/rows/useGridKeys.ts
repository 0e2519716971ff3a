import { type RefObject, useState } from 'react'
import type { WindowedRowsHandle } from './WindowedRows.tsx'
import { isFrom } from '../lib/key-layers.ts'
import { TypeAhead } from '../lib/type-ahead.ts'
import { useKeyLayer } from '../lib/useKeyLayer.ts'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { MenuPlace } from './ListingMenu.tsx'

export interface GridKeysOptions<Row extends { name: string; size: number }> {
  selection: SelectionStore<Row>
  element: RefObject<HTMLElement | null>
  rows: RefObject<WindowedRowsHandle | null>
  focus(): void
  onOpen(row: Row): void
  /** Whether a row can be opened; otherwise Enter opens its menu. All can by default. */
  canOpen?(row: Row): boolean
  onMenu(place: MenuPlace): void
}

/**
 * The keys of the listing: they move, select, open, and find by typing. They work from the rows, and when nothing has
 * the focus.
 */
export function useGridKeys<Row extends { name: string; size: number }>(options: GridKeysOptions<Row>): void {
  const { screen } = useRoot()
  const [typeAhead] = useState(() => new TypeAhead())
  useKeyLayer({
    layer: 'list',
    handle: (event) =>
      // A list that is covered by something else ignores keys.
      screen.selection === options.selection && isForRows(event, options.element) && handle(event, options, typeAhead),
  })
}

/** Whether a key comes from the rows, or from no particular element. */
export function isForRows(event: KeyboardEvent, { current: rows }: RefObject<HTMLElement | null>): boolean {
  const { target } = event
  if (target === document.body) return true
  if (!(target instanceof Element) || rows?.contains(target) !== true) return false
  // Buttons in a row and in the head handle Enter and Space themselves.
  return !([' ', 'Enter'].includes(event.key) && isFrom(event, 'button'))
}

/** Handles a key. Returns whether it had a meaning. */
function handle<Row extends { name: string; size: number }>(
  event: KeyboardEvent,
  options: GridKeysOptions<Row>,
  typeAhead: TypeAhead,
): boolean {
  const { selection } = options
  const { rows: sorted, keyOf, focusedPosition: position } = selection
  const isMod = event.ctrlKey || event.metaKey
  const page = options.rows.current?.pageSize() ?? 10
  const target = event.altKey
    ? null
    : (options.rows.current?.target?.(event.key, position) ??
      rowForKey(event.key, { position, last: sorted.length - 1, page }))
  if (target !== null) return moveTo(sorted[target], event, options)
  const focused = sorted[position]
  if (event.key === ' ' && !typeAhead.isRunning && focused !== undefined) {
    if (event.shiftKey) selection.pickRange(keyOf(focused), isMod)
    else selection.toggle(keyOf(focused))
    return true
  }
  if (event.altKey || isMod) return false
  if (event.key === 'Enter' && focused !== undefined && selection.count <= 1) {
    if (options.canOpen?.(focused) === false) return openMenu(options)
    options.onOpen(focused)
    return true
  }
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return openMenu(options)
  if (event.key.length !== 1 || event.key === '?') return false
  const name = typeAhead.find(event.key, sorted, position)
  const found = name === null ? undefined : sorted.find((row) => row.name === name)
  if (found === undefined) return false
  selection.pickOnly(keyOf(found))
  options.focus()
  return true
}

/** Moves the keyboard focus to a row, and extends the selection if the key says so. */
function moveTo<Row extends { name: string; size: number }>(
  row: Row | undefined,
  event: KeyboardEvent,
  { selection, focus }: GridKeysOptions<Row>,
): boolean {
  if (row === undefined) return false
  const key = selection.keyOf(row)
  const isMod = event.ctrlKey || event.metaKey
  if (event.shiftKey) selection.pickRange(key, isMod)
  else if (isMod) selection.focus(key)
  else selection.pickOnly(key)
  focus()
  return true
}

/** The row that a key leads to; null if there is none. */
export function rowForKey(
  key: string,
  { position, last, page }: { position: number; last: number; page: number },
): number | null {
  if (last < 0) return null
  const from = Math.max(position, 0)
  const within = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'ArrowDown':
      return position < 0 ? 0 : within(from + 1)
    case 'ArrowUp':
      return position < 0 ? last : within(from - 1)
    case 'PageDown':
      return within(from + page)
    case 'PageUp':
      return within(from - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

function openMenu<Row extends { name: string; size: number }>({
  selection,
  element,
  onMenu,
}: GridKeysOptions<Row>): boolean {
  const focused = selection.rows[selection.focusedPosition]
  const row = element.current?.querySelector(`[data-index="${selection.focusedPosition}"]`)
  if (focused === undefined || !row) return false
  if (!selection.has(selection.keyOf(focused))) selection.pickOnly(selection.keyOf(focused))
  onMenu({ kind: 'rows', anchor: row })
  return true
}
