// The addresses of a guest's page, below the base path. There is only one kind of them, so the page does without the
// router, which is as large as the rest of a guest's page.
import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import { useGuest } from './useGuest.ts'

/** Reports each address that the page itself opens, because the browser reports only Back and Forward. */
const MOVED = 'nido-moved'

function listen(changed: () => void): () => void {
  const events = ['popstate', MOVED]
  for (const name of events) window.addEventListener(name, changed)
  return () => {
    for (const name of events) window.removeEventListener(name, changed)
  }
}

/** The path of the current address. */
export function useGuestPath(): string {
  const { settings } = useGuest()
  return useSyncExternalStore(listen, () => location.pathname).slice(settings.BaseURL.length)
}

/** Opens another address of the page. */
export function useGuestMove(): (to: string, options?: { replace: boolean }) => void {
  const { settings } = useGuest()
  return (to, options) => {
    const address = settings.BaseURL + to
    if (options?.replace === true || address === location.pathname) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    window.dispatchEvent(new Event(MOVED))
  }
}

/** A link to another address of the page. Other keys and buttons on it do what the browser does. */
export function GuestLink({ to, children, ...link }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const { settings } = useGuest()
  const move = useGuestMove()
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    move(to)
  }
  return (
    <a {...link} href={settings.BaseURL + to} onClick={handleClick}>
      {children}
    </a>
  )
}
