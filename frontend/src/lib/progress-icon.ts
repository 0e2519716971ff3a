// The tab's icon, with a ring that fills while something runs.
import { coverPageIcon } from './page-icon.ts'

/** Draws a percentage around the tab's icon; null restores the page's own icon. */
export const showProgressIcon = (percent: number | null): void =>
  coverPageIcon(percent === null ? null : `data:image/svg+xml,${encodeURIComponent(ring(percent))}`)

/** The accent is written out, because an icon cannot use the page's variables. */
function ring(percent: number): string {
  const accent = getComputedStyle(document.documentElement).getPropertyValue('accent-color') || 'currentColor'
  const circle = `cx="16" cy="16" r="12" fill="none" stroke-width="6"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle ${circle} stroke="${accent}` +
    `" stroke-opacity=".25"/><circle ${circle} stroke="${accent}" pathLength="100" ` +
    `stroke-dasharray="${percent} 100" transform="rotate(-90 16 16)"/></svg>`
  )
}
