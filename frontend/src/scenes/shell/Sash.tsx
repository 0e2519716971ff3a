import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { HEIGHT, shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Moves are followed this often at most. */
const EVERY_MS = 32
/** What of the window the panel may take. */
const MOST = 0.8

/** The panel's upper edge: it is dragged, or moved by the arrow keys (ARIA window splitter). */
export const Sash = observer(function Sash() {
  const shell = shellOf(useRoot())
  const { t } = useTexts()
  const drag = useRef<{ y: number; height: number; last: number } | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const em = () => Number.parseFloat(getComputedStyle(element.current?.parentElement ?? document.body).fontSize) || 16
  const most = () => (window.innerHeight * MOST) / em()
  const handleMove = ({ clientY, timeStamp }: React.PointerEvent) => {
    const { current } = drag
    if (current === null || timeStamp - current.last < EVERY_MS) return
    current.last = timeStamp
    shell.setHeight(current.height + (current.y - clientY) / em(), most())
  }
  const handleKey = (event: React.KeyboardEvent) => {
    const step = { ArrowUp: HEIGHT.step, ArrowDown: -HEIGHT.step, Home: Infinity, End: -Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    shell.setHeight(shell.height + step, most())
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
      aria-valuemax={Math.round(most())}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { y: event.clientY, height: shell.height, last: 0 }
      }}
      onPointerMove={handleMove}
      onPointerUp={() => {
        drag.current = null
      }}
      onPointerCancel={() => {
        drag.current = null
      }}
      onKeyDown={handleKey}
    />
  )
})
