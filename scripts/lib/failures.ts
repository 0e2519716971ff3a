// What failed, in a few lines each, from the reports of the tools: told again at the end, where nobody has to scroll for it.
import type { JestReport } from './jest-report.ts'

const LINES_MAX = 14
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const told = (title: string, message: string): string =>
  [`✗ ${title}`, ...message.replaceAll(ESCAPES, '').split('\n').filter((line) => line.trim() !== '').slice(0, LINES_MAX).map((line) => `    ${line}`)].join('\n')

/** What failed, and what passed only at another try. A suite that cannot be loaded is told by its file. */
export function jestFailures(report: JestReport): string[] {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    if (assertionResults.length === 0) return message ? [told(name, message)] : []
    return assertionResults.flatMap(({ status, fullName, failureMessages, retryReasons = [] }) => {
      if (status === 'failed') return [told(fullName, failureMessages?.join('\n') ?? '')]
      return retryReasons.length > 0 ? [told(`${fullName} (passed at another try)`, retryReasons.join('\n'))] : []
    })
  })
}

interface BrowserResult { status: string; errors: { message?: string }[] }
interface BrowserSuite { specs?: { title: string; file: string; tests: { status: string; results: BrowserResult[] }[] }[]; suites?: BrowserSuite[] }
/** Playwright's report. `flaky`: failed first and passed when it was run again. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: BrowserSuite[]
}

/** What failed, and what passed only at another try. */
export function browserFailures(report: BrowserReport): string[] {
  const below = (suite: BrowserSuite): string[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) => tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(({ status, results }) =>
      told(`${file}: ${title}${status === 'flaky' ? ' (passed at another try)' : ''}`, results.find((result) => result.errors.length > 0)?.errors.map(({ message }) => message ?? '').join('\n') ?? ''))),
    ...(suite.suites ?? []).flatMap(below),
  ]
  return [...report.suites.flatMap(below), ...report.errors.map(({ message }) => told('outside of any test', message ?? ''))]
}
