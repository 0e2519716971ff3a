import { describe, expect, it } from '@jest/globals'
import { closingLines, hasFailed } from './summary.ts'

const count = (over = {}) => ({ passed: 2, failed: 0, skipped: 0, ...over })

describe('the end of a run of the tests', () => {
  it('has the counts, and says nothing of unsteady tests where there are none', () => {
    const [lint, unit] = [count({ passed: 1, unsteady: [] }), count({ skipped: 1 })]
    const stages = [
      { name: 'lint', count: lint },
      { name: 'unit', count: unit },
    ]
    const run = { stages, troubles: [], seconds: 12.3 }
    expect(closingLines(run)).toEqual([
      '',
      '  lint         1 passed, 0 failed',
      '  unit         2 passed, 0 failed, 1 skipped',
      '  in 12 s, 1 skipped',
      '',
      '3 passed, 0 failed',
    ])
    expect(hasFailed(run)).toBe(false)
  })

  it('unsteady: names each test that passed at another try, a line each, right above the sum', () => {
    const run = {
      stages: [
        { name: 'api', count: count({ unsteady: ['tests/api/tus.test.ts › an upload', 'tests/api/x.test.ts'] }) },
        { name: 'e2e', count: count({ unsteady: ['tests/e2e/tray.test.ts › stops'] }) },
      ],
      troubles: [],
      seconds: 1,
    }
    expect(closingLines(run).slice(-4)).toEqual([
      'unsteady: api tests/api/tus.test.ts › an upload',
      'unsteady: api tests/api/x.test.ts',
      'unsteady: e2e tests/e2e/tray.test.ts › stops',
      '4 passed, 0 failed',
    ])
    expect(hasFailed(run)).toBe(false)
  })

  it('tells what failed first, and counts a stage without an end and what was found beside the tests', () => {
    const stages = [
      {
        name: 'api',
        count: count({ failed: 1, failures: ['✗ a\n    too late\n    at x', '✗ b (passed at another try)\n    x'] }),
      },
      { name: 'e2e', count: null },
    ]
    const run = { stages, troubles: ['K02 ✗ in a log'], seconds: 1 }
    expect(closingLines(run).slice(0, 3)).toEqual(['', 'K02 ✗ in a log', 'api ✗ a\n    too late\n    at x'])
    expect(closingLines(run).slice(-4)).toEqual([
      'K02 ✗ in a log',
      'api ✗ a: too late',
      'api ✗ b (passed at another try): x',
      '2 passed, 3 failed',
    ])
    expect(hasFailed(run)).toBe(true)
  })
})
