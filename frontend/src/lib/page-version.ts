/**
 * Whether the server has another page by now than the one that runs here: Nido was updated. Every address answers the
 * page, so the one that is shown tells. False where nobody knows: no connection, or an answer that is not Nido's.
 */
export async function isPageOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!entry) return false
  try {
    const answer = await fetch(location.href, { cache: 'no-store' })
    const html = answer.ok ? await answer.text() : ''
    return html.includes('window.Nido') && !html.includes(entry)
  } catch {
    return false
  }
}
