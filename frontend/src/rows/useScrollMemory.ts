import { type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

// Keyed by the entry of the browser's history, so that a newly opened folder starts at its top.
const places = new Map<string, number>()

/** Remembers a folder's scroll position for going back to it. `what` distinguishes two lists at one address. */
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
