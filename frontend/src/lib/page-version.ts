/**
 * Whether the server now has another version of the page than the one running here, because Nido was updated. Every
 * address returns the page, so the current one is used. False if it is unknown: no connection, or a foreign answer.
 */
export async function isPageOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!entry) return false
  try {
    const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(15_000) })
    const html = answer.ok ? await answer.text() : ''
    return html.includes('window.Nido') && !html.includes(entry)
  } catch {
    return false
  }
}
