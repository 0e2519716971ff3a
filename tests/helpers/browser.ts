// The browser that the tests of the page use, as whoever started the run found it.
import { environment } from '../../scripts/lib/environment.ts'

const HANDED_ON = 'NIDO_TEST_BROWSER'

/** Names the program to the tests; null for the one that Playwright keeps itself. */
export function handOnBrowser(file: string | null): void {
  environment()[HANDED_ON] = file ?? ''
}

/** The browser's program, or undefined for Playwright's own. */
export function browserProgram(): string | undefined {
  return environment()[HANDED_ON] || undefined
}
