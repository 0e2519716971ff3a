// The tab's icon, with a ring that fills while something runs.

let original: string | null = null
let shownPercent: number | null = null

/** Sets the page's icon. */
export function setPageIcon(address: string): void {
  original = address
  draw()
}

/** Draws a percentage around the tab's icon; null restores the page's own icon. */
export function showProgressIcon(percent: number | null): void {
  shownPercent = percent
  draw()
}

function draw(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  original ??= link.href
  const address = shownPercent === null ? original : `data:image/svg+xml,${encodeURIComponent(ring(shownPercent))}`
  if (link.getAttribute('href') !== address) link.href = address
  // The type attribute in the page is that of the built-in icon.
  link.removeAttribute('type')
}

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
