import { describe, expect, it } from '@jest/globals'
import { browserFailures, countInBrowser, isTimeUp } from './failures.ts'

const report = (over: { unexpected?: number; errors?: { message?: string }[] } = {}) => ({
  config: { rootDir: '/tests' },
  stats: { expected: 5, unexpected: over.unexpected ?? 0, flaky: 1, skipped: 3 },
  errors: over.errors ?? [],
  suites: [],
})
const timeIsUp = { message: '\u001b[31mTimed out waiting 4800.5s for the test suite to run\u001b[39m' }

describe('the tests in a browser', () => {
  it('are skipped, not failed, when their time is over', () => {
    const ended = report({ errors: [timeIsUp] })
    expect(countInBrowser(ended)).toEqual({ passed: 6, failed: 0, skipped: 3 })
    expect([isTimeUp(ended), isTimeUp(report())]).toEqual([true, false])
    expect(browserFailures(ended)).toEqual([])
  })

  it('fail all the same by what has failed until then, or by an error outside of them', () => {
    const others = [{ message: 'Timed out waiting 60s for the load tests to run' }, { message: 'no such file' }]
    expect(countInBrowser(report({ unexpected: 2, errors: [timeIsUp] })).failed).toBe(2)
    expect(countInBrowser(report({ errors: [timeIsUp, ...others] })).failed).toBe(2)
    expect(browserFailures(report({ errors: [timeIsUp, ...others] }))).toHaveLength(2)
  })
})
