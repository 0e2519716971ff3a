import { PAGE_COLOURS } from '../../../backend/contract/installed-page.ts'

/**
 * Has the browser colour its bars as the page. The document does the same before the scripts are there (index.html):
 * of its two colours, either each follows the system, or the chosen one counts.
 */
export function colourBars(theme: 'system' | 'light' | 'dark'): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = bar.content === PAGE_COLOURS.dark ? 'dark' : 'light'
    bar.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all'
  }
}
