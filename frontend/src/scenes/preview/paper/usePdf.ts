import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { FIRST_STATE, PdfView, type PdfState } from '../../../lib/pdf/PdfView.ts'

/** What can be done with an open PDF. */
export type PdfControls = Pick<PdfView, 'unlock' | 'goTo' | 'turn' | 'follow' | 'zoom' | 'zoomAt' | 'fit' | 'find'>

export interface OpenPdf {
  pdf: PdfControls
  state: PdfState
  /** Opens it again. */
  retry(): void
}

/** Shows the PDF at an address in the element. */
export function usePdf(scroller: RefObject<HTMLDivElement | null>, url: string): OpenPdf {
  const view = useRef<PdfView>(null)
  const [state, setState] = useState(FIRST_STATE)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const container = scroller.current
    if (container === null) return
    const opened = new PdfView({ container, url, onState: setState })
    view.current = opened
    return () => {
      view.current = null
      opened.destroy()
    }
    // Each try opens it anew.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [scroller, url, tries])
  const pdf = useMemo<PdfControls>(
    () => ({
      unlock: (password) => view.current?.unlock(password),
      goTo: (page) => view.current?.goTo(page),
      turn: (by) => view.current?.turn(by),
      follow: (heading) => view.current?.follow(heading),
      zoom: (steps) => view.current?.zoom(steps),
      zoomAt: (factor, at) => view.current?.zoomAt(factor, at),
      fit: (to) => view.current?.fit(to),
      find: (query, by) => view.current?.find(query, by),
    }),
    [],
  )
  const retry = () => {
    setState(FIRST_STATE)
    setTries((count) => count + 1)
  }
  return { pdf, state, retry }
}
