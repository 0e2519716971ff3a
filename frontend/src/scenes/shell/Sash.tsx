import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { HEIGHT, shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Moves are applied at most this often. */
const EVERY_MS = 32
/** The largest share of the window that the panel may take. */
const MOST = 0.8

/** The panel's upper edge. It can be dragged, or moved with the arrow keys (ARIA window splitter). */
export const Sash = observer(function Sash() {
  const shell = shellOf(useRoot())
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  const dragHandlers = useSashDrag()
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: HEIGHT.step, ArrowDown: -HEIGHT.step, Home: Infinity, End: -Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    shell.setHeight(shell.height + step, mostOf(element.current))
  }
  return (
    // A separator with a value is a widget (ARIA 1.2).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={element}
      className="sash"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('shell.height')}
      aria-valuenow={Math.round(shell.height)}
      aria-valuemin={HEIGHT.least}
      aria-valuemax={Math.round(mostOf(element.current))}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      {...dragHandlers}
      onKeyDown={handleKey}
    />
  )
})

/** The panel's em in pixels. */
const emOf = (sash: Element | null): number =>
  Number.parseFloat(getComputedStyle(sash?.parentElement ?? document.body).fontSize) || 16
/** The largest height of the panel, in its em. */
const mostOf = (sash: Element | null): number => (window.innerHeight * MOST) / emOf(sash)

/** Sets the panel's height while the sash is dragged. */
function useSashDrag() {
  const shell = shellOf(useRoot())
  const drag = useRef<{ y: number; height: number; last: number } | null>(null)
  const end = () => {
    drag.current = null
  }
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { y: event.clientY, height: shell.height, last: 0 }
    },
    onPointerMove({ clientY, timeStamp, currentTarget }: PointerEvent) {
      const { current } = drag
      if (current === null || timeStamp - current.last < EVERY_MS) return
      current.last = timeStamp
      shell.setHeight(current.height + (current.y - clientY) / emOf(currentTarget), mostOf(currentTarget))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
