import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Keeps the keyboard in the tray when the row that it stood on has gone. */
export function useTrayFocus(list: RefObject<HTMLElement | null>): void {
  const isInside = useRef(false)
  useEffect(() => {
    const { current } = list
    const note = ({ type, target }: FocusEvent) => {
      if (type === 'focusin') isInside.current = true
      // What is taken out of the page loses the focus without having been left.
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
