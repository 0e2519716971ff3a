// The tab's icon: the page's own, or another one for a while.

let own: string | null = null
let shown: string | null = null

/** Sets the page's icon. */
export function setPageIcon(address: string): void {
  own = address
  draw()
}

/** Shows another icon; null restores the page's own. */
export function coverPageIcon(address: string | null): void {
  shown = address
  draw()
}

function draw(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  own ??= link.href
  const address = shown ?? own
  if (link.getAttribute('href') !== address) link.href = address
  // The type attribute in the page is that of the built-in icon.
  link.removeAttribute('type')
}
