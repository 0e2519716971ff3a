// The browser for the page's tests, as found at the start of the run.
import { environment } from '../../scripts/lib/environment.ts'

const HANDED_ON = 'NIDO_TEST_BROWSER'

/** Names the program for the tests; null for Playwright's own. */
export function handOnBrowser(file: string | null): void {
  environment()[HANDED_ON] = file ?? ''
}

/** The browser's program, or undefined for Playwright's own. */
export function browserProgram(): string | undefined {
  return environment()[HANDED_ON] || undefined
}
