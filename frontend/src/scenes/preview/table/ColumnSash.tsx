import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '../../../i18n/useTexts.ts'
import { WIDTHS } from './useWidths.ts'

interface ColumnSashProps {
  /** Of the column. */
  name: string
  /** Of the column, in the width of a digit. */
  width: number
  /** Null for the width of the content. */
  onResize(width: number | null): void
}

/** The edge of a column: drag it, or use the arrow keys. A double click or Enter fits the content again. */
export function ColumnSash({ name, width, onResize }: ColumnSashProps) {
  const { t } = useTexts()
  const dragging = useDragging(width, onResize)
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: WIDTHS.step, ArrowLeft: -WIDTHS.step }[event.key]
    if (by === undefined && event.key !== 'Enter') return
    // The stage would turn to another file.
    event.preventDefault()
    onResize(by === undefined ? null : width + by * signOf(event.currentTarget))
  }
  return (
    <span
      className="column-sash"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('document.width', { name })}
      aria-valuemin={WIDTHS.least}
      aria-valuemax={WIDTHS.most}
      aria-valuenow={width}
      // A separator that can be moved takes the focus (ARIA 1.2).
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      {...dragging}
      onDoubleClick={() => onResize(null)}
      onKeyDown={handleKey}
    />
  )
}

/** What makes an edge follow the pointer. */
function useDragging(width: number, onResize: (width: number) => void) {
  const grip = useRef<{ x: number; width: number; pixels: number; sign: 1 | -1 } | null>(null)
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, clientX, pointerId } = event
    const pixels = (currentTarget.parentElement?.getBoundingClientRect().width ?? 0) / width
    if (event.button !== 0 || pixels === 0) return
    currentTarget.setPointerCapture(pointerId)
    grip.current = { x: clientX, width, pixels, sign: signOf(currentTarget) }
  }
  const handleMove = ({ clientX }: PointerEvent) => {
    const { current } = grip
    if (current !== null) onResize(current.width + ((clientX - current.x) * current.sign) / current.pixels)
  }
  const release = () => {
    grip.current = null
  }
  return { onPointerDown: handleDown, onPointerMove: handleMove, onPointerUp: release, onPointerCancel: release }
}

/** Which way is wider: to the left in right-to-left pages. */
const signOf = (element: Element): 1 | -1 => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
