import { useEffect } from 'react'

/** Keeps the focus out of the page below while a file is open. */
export function useCover(): void {
  useEffect(() => {
    const stage = document.querySelector('.stage')
    const below = [...(stage?.parentElement?.children ?? [])].filter((other) => !other.matches('.tray, .stage'))
    for (const other of below) other.toggleAttribute('inert', true)
    return () => {
      for (const other of below) other.toggleAttribute('inert', false)
    }
  }, [])
}
