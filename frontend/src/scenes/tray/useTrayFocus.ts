import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Keeps the focus in the tray when the row that had it disappears. */
export function useTrayFocus(list: RefObject<HTMLElement | null>): void {
  const isInside = useRef(false)
  useEffect(() => {
    const { current } = list
    const note = ({ type, target }: FocusEvent) => {
      if (type === 'focusin') isInside.current = true
      // An element that is removed from the page loses the focus without the person leaving it.
      else if (target instanceof Element && target.isConnected) isInside.current = false
    }
    current?.addEventListener('focusin', note)
    current?.addEventListener('focusout', note)
    return () => {
      current?.removeEventListener('focusin', note)
      current?.removeEventListener('focusout', note)
    }
  }, [list])
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    isInside.current = false
    list.current?.closest<HTMLElement>('.tray')?.focus()
  })
}
