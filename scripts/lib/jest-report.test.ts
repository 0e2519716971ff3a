import { describe, expect, it } from '@jest/globals'
import { type BrowserReport, browserFailures, jestFailures, unsteadyInBrowser, unsteadyInJest } from './failures.ts'
import { countTests, failedFiles, type JestReport, withAnotherTry } from './jest-report.ts'

const test = (fullName: string, status = 'passed') => ({
  fullName,
  status,
  failureMessages: status === 'failed' ? [`${fullName} is wrong`] : [],
})
const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) => ({
  name,
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  message: '',
  assertionResults,
})
const unloaded = (name: string) => ({
  name,
  status: 'failed',
  message: `${name} cannot be loaded`,
  assertionResults: [],
})
const report = (...testResults: JestReport['testResults']): JestReport => ({ testResults })

describe('the report of Jest', () => {
  const first = report(
    file('a', test('a1'), test('a2', 'pending')),
    file('b', test('b1', 'failed'), test('b2')),
    unloaded('c'),
  )

  it('counts tests, and files that cannot be loaded', () => {
    expect(countTests(first)).toEqual({ passed: 2, failed: 2, skipped: 1 })
    expect(failedFiles(first)).toEqual(['b', 'c'])
  })

  it('takes the files that were run again as they ended then, and names what had failed', () => {
    const both = withAnotherTry(first, report(file('b', test('b1'), test('b2')), file('c', test('c1'))))
    expect(countTests(both)).toEqual({ passed: 4, failed: 0, skipped: 1 })
    expect(failedFiles(both)).toEqual([])
    expect(jestFailures(both)).toEqual([
      '✗ b1 (passed at another try)\n    b1 is wrong',
      '✗ c (passed at another try)\n    c cannot be loaded',
    ])
  })

  it('unsteady: names what failed and passes by now, and nothing else', () => {
    expect(unsteadyInJest(first, '/nido')).toEqual([])
    const [b, c] = ['/nido/tests/b', '/nido/tests/c']
    const before = report(file(b, test('b1', 'failed'), test('b2'), test('b3', 'failed')), unloaded(c))
    const again = report(file(b, test('b1'), test('b2'), test('b3', 'failed')), file(c, test('c1')))
    expect(unsteadyInJest(withAnotherTry(before, again), '/nido')).toEqual(['tests/b › b1', 'tests/c'])
  })

  it('tells of a file that failed when all its tests had passed', () => {
    const late = { ...file('/nido/tests/b', test('b1')), status: 'failed', message: 'it could not stop' }
    expect(jestFailures(report(late))).toEqual(['✗ /nido/tests/b\n    it could not stop'])
    const again = report(file('/nido/tests/b', test('b1')))
    expect(unsteadyInJest(withAnotherTry(report(late), again), '/nido')).toEqual(['tests/b'])
  })

  it('remembers over several tries', () => {
    const second = withAnotherTry(first, report(file('b', test('b1'), test('b2', 'failed')), file('c', test('c1'))))
    expect(failedFiles(second)).toEqual(['b'])
    expect(
      jestFailures(withAnotherTry(second, report(file('b', test('b1'), test('b2'))))).map((told) =>
        told.split('\n')[1]?.trim(),
      ),
    ).toEqual(['b1 is wrong', 'b2 is wrong', 'c cannot be loaded'])
  })

  it('keeps what fails again, and what could not be run again', () => {
    expect(countTests(withAnotherTry(first, report(file('b', test('b1'), test('b2', 'failed')))))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
    })
    expect(countTests(withAnotherTry(first, report()))).toEqual(countTests(first))
  })
})

describe('the report of Playwright', () => {
  const failed = { status: 'failed', errors: [{ message: 'no button' }] }
  const passed: typeof failed = { status: 'passed', errors: [] }
  const spec = (title: string, status: string, ...results: (typeof failed)[]) => ({
    title,
    file: 'tray.test.ts',
    tests: [{ status, results }],
  })
  const report: BrowserReport = {
    config: { rootDir: '/nido/tests/e2e' },
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        specs: [spec('opens', 'expected', passed)],
        suites: [{ specs: [spec('stops', 'flaky', failed, passed), spec('goes on', 'unexpected', failed, failed)] }],
      },
    ],
  }

  it('unsteady: names what passed when it was run again', () => {
    expect(unsteadyInBrowser(report, '/nido')).toEqual(['tests/e2e/tray.test.ts › stops'])
    expect(browserFailures(report)).toEqual([
      '✗ tray.test.ts: stops (passed at another try)\n    no button',
      '✗ tray.test.ts: goes on\n    no button',
    ])
  })
})
