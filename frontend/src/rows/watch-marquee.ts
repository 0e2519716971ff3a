// The rectangle that the mouse draws on the background of a list. It selects what it touches, and scrolls at the edges.
import type { RefObject } from 'react'
import type { Box } from '../lib/bands.ts'
import { isGrip } from '../lib/grip.ts'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import type { WindowedRowsHandle } from './WindowedRows.tsx'

/** How far the mouse has to move before the rectangle appears. */
const SLOP_PX = 5
/** At this distance from an edge the list scrolls, by up to so many pixels per millisecond. */
const EDGE_PX = 40
const SPEED_PX = 1.5

type Rows = RefObject<WindowedRowsHandle | null>

/** Whether a press there starts a rectangle: not on items, buttons, and the like. */
const isGround = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, .rows-head') === null && !isGrip(target)

/** Watches a scroller for the mouse. Returns a function that stops it. */
export function watchMarquee<Row extends { name: string; size: number }>(
  scroller: HTMLElement,
  selection: SelectionStore<Row>,
  rows: Rows,
): () => void {
  const handleDown = (event: PointerEvent) => {
    const content = scroller.querySelector<HTMLElement>('.windowed')
    const isMouse = event.pointerType === 'mouse' && event.button === 0
    // A press on the scroll bar scrolls.
    const [left, right] = sidesOf(scroller)
    const isInside = event.clientX >= left && event.clientX < right
    if (content === null || !isMouse || !isInside || !isGround(event.target)) return
    new Marquee(event, { scroller, content, selection, rows }).begin()
  }
  scroller.addEventListener('pointerdown', handleDown)
  return () => scroller.removeEventListener('pointerdown', handleDown)
}

interface MarqueeParts<Row extends { name: string; size: number }> {
  scroller: HTMLElement
  /** The parent of the rows. */
  content: HTMLElement
  selection: SelectionStore<Row>
  rows: Rows
}

/** One rectangle, from the press to the release. */
class Marquee<Row extends { name: string; size: number }> {
  readonly #parts: MarqueeParts<Row>
  readonly #start: { x: number; y: number }
  /** What was selected before, and stays selected. */
  readonly #before: readonly string[]
  readonly #box = document.createElement('div')
  readonly #listening = new AbortController()
  #mouse: { clientX: number; clientY: number }
  #frame = 0

  constructor(event: PointerEvent, parts: MarqueeParts<Row>) {
    this.#parts = parts
    this.#mouse = event
    this.#start = this.#placeOf(event)
    this.#before = event.ctrlKey || event.metaKey || event.shiftKey ? [...parts.selection.names] : []
    this.#box.className = 'marquee'
    this.#box.ariaHidden = 'true'
  }

  begin(): void {
    const { signal } = this.#listening
    window.addEventListener('pointermove', (event) => this.#move(event), { signal })
    // By the edges or the wheel: the mouse stays, and the rows move.
    this.#parts.scroller.addEventListener('scroll', () => this.#box.isConnected && this.#select(), { signal })
    for (const end of ['pointerup', 'pointercancel', 'blur'] as const)
      window.addEventListener(end, () => this.#end(), { signal })
  }

  /**
   * Where the mouse is on the rows. Outside the list it counts as at its edge: a rectangle that reaches further would
   * make the list longer, and so scroll on for ever.
   */
  #placeOf({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
    const { scroller, content } = this.#parts
    const { left, top } = content.getBoundingClientRect()
    const edge = scroller.getBoundingClientRect().top
    const [least, most] = sidesOf(scroller)
    return {
      x: Math.min(Math.max(clientX, least), most) - left,
      y: Math.min(Math.max(clientY, edge), edge + scroller.clientHeight) - top,
    }
  }

  #move(event: PointerEvent): void {
    this.#mouse = event
    const { x, y } = this.#placeOf(event)
    if (!this.#box.isConnected) {
      if (Math.hypot(x - this.#start.x, y - this.#start.y) < SLOP_PX) return
      this.#parts.content.append(this.#box)
      this.#follow(performance.now())
    }
    event.preventDefault()
    getSelection()?.removeAllRanges()
    this.#select()
  }

  /** At the edges the list scrolls by itself, as fast on a slow screen. `last`: when it was here before. */
  #follow(last: number, now = last): void {
    const { scroller } = this.#parts
    const { top, bottom } = scroller.getBoundingClientRect()
    const { clientY } = this.#mouse
    const beyond = clientY < top + EDGE_PX ? clientY - top - EDGE_PX : Math.max(0, clientY - bottom + EDGE_PX)
    const speed = SPEED_PX * Math.max(-1, Math.min(1, beyond / EDGE_PX))
    if (speed !== 0) scroller.scrollTop += speed * (now - last)
    this.#frame = requestAnimationFrame((next) => this.#follow(now, next))
  }

  #select(): void {
    const { selection, rows, content } = this.#parts
    const { x, y } = this.#placeOf(this.#mouse)
    const area = {
      start: Math.min(x, this.#start.x),
      width: Math.abs(x - this.#start.x),
      top: Math.min(y, this.#start.y),
      height: Math.abs(y - this.#start.y),
    }
    Object.assign(this.#box.style, {
      transform: `translate(${area.start}px, ${area.top}px)`,
      width: `${area.width}px`,
      height: `${area.height}px`,
    })
    const touched = rows.current?.within(mirrored(area, content)) ?? []
    const names = touched.flatMap((index) => {
      const row = selection.rows[index]
      return row === undefined ? [] : [selection.keyOf(row)]
    })
    selection.pickThese([...this.#before, ...names])
  }

  #end(): void {
    this.#listening.abort()
    cancelAnimationFrame(this.#frame)
    if (!this.#box.isConnected) return
    this.#box.remove()
    // The click after the release is not meant for the background.
    const swallow = (event: Event) => event.stopPropagation()
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
  }
}

/** Where the content of a list begins and ends in the window. The scroll bar is on the left in some languages. */
function sidesOf(scroller: HTMLElement): [left: number, right: number] {
  const left = scroller.getBoundingClientRect().left + scroller.clientLeft
  return [left, left + scroller.clientWidth]
}

/** Positions count from the start of lines, which is on the right in some languages. */
const mirrored = (area: Box, content: HTMLElement): Box =>
  document.documentElement.dir === 'rtl' ? { ...area, start: content.clientWidth - area.start - area.width } : area
