// Extracts the failures of a run from the tools' reports, a few lines each, to repeat them at the end.
import path from 'node:path'
import { type JestReport, ownFailure } from './jest-report.ts'
import type { Count } from './stage.ts'

const LINES_MAX = 14
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const told = (title: string, message: string): string =>
  [
    `✗ ${title}`,
    ...message
      .replaceAll(ESCAPES, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, LINES_MAX)
      .map((line) => `    ${line}`),
  ].join('\n')

const AT_ANOTHER_TRY = ' (passed at another try)'

/** A failure as its title and the first line of its message. */
export function inOneLine(failure: string): string {
  const [title = '', reason = ''] = failure.split('\n')
  return [title, reason.trim()].filter(Boolean).join(': ')
}

/** Failures, and tests that only passed when repeated. A file that failed as a whole is named itself. */
export function jestFailures(report: JestReport): string[] {
  return report.testResults.flatMap((file) => [
    ...ownFailure(file).map((message) => told(file.name, message)),
    ...(isUnsteadyFile(file) ? [told(file.name + AT_ANOTHER_TRY, (file.retryReasons ?? []).join('\n'))] : []),
    ...file.assertionResults.flatMap((test) => {
      if (test.status === 'failed') return [told(test.fullName, test.failureMessages?.join('\n') ?? '')]
      return isUnsteadyTest(test) ? [told(test.fullName + AT_ANOTHER_TRY, (test.retryReasons ?? []).join('\n'))] : []
    }),
  ])
}

type JestFile = JestReport['testResults'][number]
const isUnsteadyFile = (file: JestFile): boolean => file.status !== 'failed' && (file.retryReasons ?? []).length > 0
const isUnsteadyTest = ({ status, retryReasons = [] }: JestFile['assertionResults'][number]): boolean =>
  status === 'passed' && retryReasons.length > 0

/**
 * Tests that failed and then passed when repeated, as `FILE › TEST`, or `FILE` if none of its tests had failed. Files
 * are relative to the project.
 */
export function unsteadyInJest(report: JestReport, root: string): string[] {
  return report.testResults.flatMap((file) => {
    const name = path.relative(root, file.name)
    const tests = file.assertionResults.filter(isUnsteadyTest).map(({ fullName }) => `${name} › ${fullName}`)
    return isUnsteadyFile(file) ? [name, ...tests] : tests
  })
}

interface BrowserResult {
  status: string
  errors: { message?: string }[]
}
interface BrowserSuite {
  specs?: { title: string; file: string; tests: { status: string; results: BrowserResult[] }[] }[]
  suites?: BrowserSuite[]
}
/** Playwright's report. `flaky`: failed first and passed when repeated. */
export interface BrowserReport {
  config: { rootDir: string }
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: BrowserSuite[]
}

/** What Playwright says where `--global-timeout` is over. The tests that are left count as skipped. */
const TIME_IS_UP = /Timed out waiting [\d.]+s for the test suite to run/

/** Whether the time of a run was over before its end. */
export const isTimeUp = ({ errors }: Pick<BrowserReport, 'errors'>): boolean => errors.some(saysTimeIsUp)

const saysTimeIsUp = ({ message = '' }: { message?: string }): boolean => TIME_IS_UP.test(message)

/** How a run ended. What is left when its time is over counts as skipped. */
export function countInBrowser({ stats, errors }: Pick<BrowserReport, 'stats' | 'errors'>): Count {
  const failed = stats.unexpected + errors.filter((error) => !saysTimeIsUp(error)).length
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }
}

/** Failures, and tests that only passed when repeated. */
export function browserFailures(report: BrowserReport): string[] {
  const failed = testsOf(report).filter(({ status }) => status === 'unexpected' || status === 'flaky')
  const others = report.errors.filter((error) => !saysTimeIsUp(error))
  return [...failed.map(toldOf), ...others.map(({ message }) => told('outside of any test', message ?? ''))]
}

function toldOf({ file, title, status, results }: BrowserTest): string {
  const errors = results.find((result) => result.errors.length > 0)?.errors ?? []
  const ending = status === 'flaky' ? AT_ANOTHER_TRY : ''
  return told(`${file}: ${title}${ending}`, errors.map(({ message }) => message ?? '').join('\n'))
}

/** Tests that failed and then passed when repeated, as `FILE › TEST`, relative to the project. */
export function unsteadyInBrowser(report: BrowserReport, root: string): string[] {
  return testsOf(report)
    .filter(({ status }) => status === 'flaky')
    .map(({ file, title }) => `${path.relative(root, path.join(report.config.rootDir, file))} › ${title}`)
}

interface BrowserTest {
  file: string
  title: string
  status: string
  results: BrowserResult[]
}

function testsOf({ suites }: Pick<BrowserReport, 'suites'>): BrowserTest[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) => tests.map((test) => ({ file, title, ...test }))),
    ...testsOf({ suites: suite.suites ?? [] }),
  ])
}
