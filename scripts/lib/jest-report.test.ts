import { describe, expect, it } from '@jest/globals'
import { jestFailures } from './failures.ts'
import { countTests, failedFiles, type JestReport, withAnotherTry } from './jest-report.ts'

const test = (fullName: string, status = 'passed') => ({ fullName, status, failureMessages: status === 'failed' ? [`${fullName} is wrong`] : [] })
const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) =>
  ({ name, status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed', message: '', assertionResults })
const unloaded = (name: string) => ({ name, status: 'failed', message: `${name} cannot be loaded`, assertionResults: [] })
const report = (...testResults: JestReport['testResults']): JestReport => ({ testResults })

describe('the report of Jest', () => {
  const first = report(file('a', test('a1'), test('a2', 'pending')), file('b', test('b1', 'failed'), test('b2')), unloaded('c'))

  it('counts tests, and files that cannot be loaded', () => {
    expect(countTests(first)).toEqual({ passed: 2, failed: 2, skipped: 1 })
    expect(failedFiles(first)).toEqual(['b', 'c'])
  })

  it('takes the files that were run again as they ended then, and names what had failed', () => {
    const both = withAnotherTry(first, report(file('b', test('b1'), test('b2')), file('c', test('c1'))))
    expect(countTests(both)).toEqual({ passed: 4, failed: 0, skipped: 1 })
    expect(failedFiles(both)).toEqual([])
    expect(jestFailures(both)).toEqual(['✗ b1 (passed at another try)\n    b1 is wrong', '✗ c1 (passed at another try)\n    c cannot be loaded'])
  })

  it('remembers over several tries', () => {
    const second = withAnotherTry(first, report(file('b', test('b1'), test('b2', 'failed')), file('c', test('c1'))))
    expect(failedFiles(second)).toEqual(['b'])
    expect(jestFailures(withAnotherTry(second, report(file('b', test('b1'), test('b2'))))).map((told) => told.split('\n')[1]?.trim())).toEqual(['b1 is wrong', 'b2 is wrong', 'c cannot be loaded'])
  })

  it('keeps what fails again, and what could not be run again', () => {
    expect(countTests(withAnotherTry(first, report(file('b', test('b1'), test('b2', 'failed')))))).toEqual({ passed: 2, failed: 2, skipped: 1 })
    expect(countTests(withAnotherTry(first, report()))).toEqual(countTests(first))
  })
})
