import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { MenuAnchor } from '../components/Menu.tsx'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { MenuPlace } from './ListingMenu.tsx'

/** Two clicks within this time are a double click. */
const DOUBLE_MS = 300
const LONG_PRESS_MS = 500
/** A touch that moves further than this scrolls. */
const SLOP_PX = 10

// The last plain click, on any row.
let lastClick = { key: '', at: 0 }

/** A row, for pointer events. */
export interface PointedRow {
  /** The row's key in the selection. */
  key: string
  selection: Pick<
    SelectionStore<never>,
    'isActive' | 'isPicking' | 'names' | 'has' | 'pick' | 'pickOnly' | 'toggle' | 'focus'
  >
  onOpen(): void
  onMenu(place: MenuPlace): void
}

/** What clicks, taps and long presses on a row do. */
export function useRowPointer(row: PointedRow) {
  const { key, selection, onMenu } = row
  const { session } = useRoot()
  const { isTouch, ignoreClick, press, handlers } = useLongPress(() => selection.toggle(key))
  const openMenu = (anchor: MenuAnchor) => {
    const isPassing = isTouch.current && !selection.has(key)
    if (!selection.has(key)) selection.pickOnly(key)
    onMenu({ kind: 'rows', anchor, isPassing })
  }
  return {
    openMenu,
    handlers: {
      ...handlers,
      onClick(event: MouseEvent) {
        if (ignoreClick()) return
        if (isTouch.current) tap(row)
        else click(row, event, session.user?.singleClick === true)
      },
      onContextMenu(event: MouseEvent) {
        event.preventDefault()
        event.stopPropagation()
        // Phone browsers send this for a long press, which has already selected the row.
        if (isTouch.current) press()
        else openMenu({ getBoundingClientRect: () => new DOMRect(event.clientX, event.clientY, 0, 0) })
      },
    },
  }
}

/** A touch in progress. */
interface Press {
  timer: ReturnType<typeof setTimeout>
  x: number
  y: number
}

/** Reports when a finger stays in place. */
function useLongPress(onLongPress: () => void) {
  const began = useRef<Press | null>(null)
  const isTouch = useRef(false)
  const wasLong = useRef(false)
  const letGo = () => {
    clearTimeout(began.current?.timer)
    began.current = null
  }
  useEffect(() => () => clearTimeout(began.current?.timer), [])
  /** A touch counts as one long press at most. */
  const press = () => {
    if (wasLong.current) return
    letGo()
    wasLong.current = true
    navigator.vibrate?.(10)
    onLongPress()
  }
  const handlers = {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      isTouch.current = pointerType !== 'mouse'
      wasLong.current = false
      letGo()
      if (isTouch.current) began.current = { timer: setTimeout(press, LONG_PRESS_MS), x: clientX, y: clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { current } = began
      if (current !== null && Math.hypot(clientX - current.x, clientY - current.y) > SLOP_PX) letGo()
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  }
  /** Whether the next click belongs to a long press; later ones do not. */
  const ignoreClick = () => {
    const isIgnored = wasLong.current
    wasLong.current = false
    return isIgnored
  }
  return { isTouch, ignoreClick, press, handlers }
}

/** A tap opens the row; while something is selected it selects instead. */
function tap(row: PointedRow): void {
  if (row.selection.isActive) row.selection.toggle(row.key)
  else open(row)
}

function click(row: PointedRow, event: MouseEvent, opensAtOnce: boolean): void {
  const add = event.ctrlKey || event.metaKey
  const isPlain = !add && !event.shiftKey
  const now = event.timeStamp
  const isDouble = isPlain && lastClick.key === row.key && now - lastClick.at <= DOUBLE_MS
  lastClick = isPlain ? { key: row.key, at: now } : { key: '', at: 0 }
  if (isPlain && (isDouble || (opensAtOnce && !row.selection.isPicking))) open(row)
  else row.selection.pick(row.key, { add: add || row.selection.isPicking, range: event.shiftKey })
}

function open({ key, selection, onOpen }: PointedRow): void {
  selection.focus(key)
  onOpen()
}
