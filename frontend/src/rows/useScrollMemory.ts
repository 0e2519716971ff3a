import { type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

// By entry of the browser's history, so that a folder that is opened anew begins at its top.
const places = new Map<string, number>()

/** Keeps where a folder was scrolled to, for the way back to it. `what` tells two lists of one address apart. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, what = 'rows'): void {
  const key = `${what} ${useLocation().key}`
  const isBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const kept = places.get(key)
    if (isBack && kept !== undefined) element.scrollTo({ top: kept })
    const remember = () => places.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, key, isBack])
}
