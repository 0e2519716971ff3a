import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Scrolls to the setting that was found, and focuses it, once its screen shows it. */
export function useFoundSetting(body: RefObject<HTMLElement | null>): void {
  const { state } = useLocation()
  useEffect(() => {
    const setting = (state as { setting?: string } | null)?.setting
    const place = body.current
    if (place === null || setting === undefined) return
    const look = () => {
      const found = [...place.querySelectorAll<HTMLElement>('label, legend, summary, h2, .t')].find((element) =>
        saysItself(element, setting),
      )
      if (found === undefined) return false
      found.closest('details')?.setAttribute('open', '')
      found.scrollIntoView({ block: 'center' })
      const control =
        found instanceof HTMLLabelElement
          ? found.control
          : (found.closest('.set')?.querySelector<HTMLElement>('button, input, select') ?? found)
      if (control === found) found.tabIndex = -1
      control?.focus({ preventScroll: true })
      return true
    }
    if (look()) return
    const watcher = new MutationObserver(() => {
      if (look()) watcher.disconnect()
    })
    watcher.observe(place, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [body, state])
}

/** Whether an element itself has this text, rather than an element inside it. */
const saysItself = (element: Element, words: string): boolean =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === words)
