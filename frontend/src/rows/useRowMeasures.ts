import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The heights of a row and of the head in pixels. Rows are higher on touch screens and in narrow panels, and are
 * positioned by arithmetic, so the heights are read from the style sheet. `property` names the height of a row.
 */
export function useRowMeasures(
  element: RefObject<HTMLElement | null>,
  property: `--${string}` = '--row',
): { rowHeight: number; headHeight: number } {
  const [measures, setMeasures] = useState({ rowHeight: 44, headHeight: 40 })
  useLayoutEffect(() => {
    const rows = element.current
    if (rows === null) return
    const read = () => {
      const rowHeight = Number.parseFloat(getComputedStyle(rows).getPropertyValue(property)) || 44
      const windowed = rows.querySelector<HTMLElement>('.windowed')
      const headHeight = windowed === null ? 0 : windowed.offsetTop - rows.offsetTop
      setMeasures((old) =>
        old.rowHeight === rowHeight && old.headHeight === headHeight ? old : { rowHeight, headHeight },
      )
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(rows)
    return () => observer.disconnect()
  }, [element, property])
  return measures
}
