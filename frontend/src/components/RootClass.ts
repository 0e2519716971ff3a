// What the page shows, as classes of its root element, for the styles of parts elsewhere that make room for it.
// `body:has(…)` would say the same without scripts, but then the browser matches the styles of the whole page again
// whenever anything in it changes: half of what a press of a key took in a long folder on a slow phone.
import { useLayoutEffect } from 'react'

/** The class says what is shown: the veil of a dialog or drawer, the bar of a selection, the viewer … */
export type RootClassName =
  | 'has-scrim'
  | 'has-tray'
  | 'has-selection-bar'
  | 'has-bottom-selection'
  | 'has-shell'
  | 'has-stage'
  | 'has-calendar'

const counts = new Map<RootClassName, number>()

function count(name: RootClassName, by: number): void {
  const after = (counts.get(name) ?? 0) + by
  counts.set(name, after)
  document.documentElement.classList.toggle(name, after > 0)
}

/** Gives the page's root element a class while this is part of the page. Several may give it the same one. */
export function RootClass({ name }: { name: RootClassName }) {
  useLayoutEffect(() => {
    count(name, 1)
    return () => count(name, -1)
  }, [name])
  return null
}
