// The end of a test run: failures, the counts of the stages, unsteady tests, and the sum.
import { inOneLine } from './failures.ts'
import type { Count } from './stage.ts'

const NAME_WIDTH = 12

export const describeCount = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

export interface Run {
  /** Null if the stage did not finish, which counts as one failure. */
  stages: readonly { name: string; count: Count | null }[]
  /** Problems found besides the tests; each counts as a failure. */
  troubles: readonly string[]
  seconds: number
}

/**
 * The closing lines. A test that failed and then passed when repeated counts as passed, but it is a defect: it has a
 * line `unsteady: STAGE FILE › TEST` above the last line, which is `N passed, N failed`. Whatever failed at any try has
 * a line there, too, because often only the end of an output is kept.
 */
export function closingLines({ stages, troubles, seconds }: Run): string[] {
  const counted = stages.map(({ name, count }) => ({ name, count: count ?? { passed: 0, failed: 1, skipped: 0 } }))
  const sum = (of: 'passed' | 'failed' | 'skipped') => counted.reduce((all, { count }) => all + count[of], 0)
  const skipped = sum('skipped')
  const failed = counted.flatMap(({ name, count }) => (count.failures ?? []).map((failure) => `${name} ${failure}`))
  const failures = [...troubles, ...failed]
  const unsteady = counted.flatMap(({ name, count }) =>
    (count.unsteady ?? []).map((test) => `unsteady: ${name} ${test}`),
  )
  return [
    '',
    ...failures,
    ...(failures.length > 0 ? [''] : []),
    ...counted.map(({ name, count }) => `  ${name.padEnd(NAME_WIDTH)} ${describeCount(count)}`),
    `  in ${Math.round(seconds)} s${skipped ? `, ${skipped} skipped` : ''}`,
    '',
    ...failures.map(inOneLine),
    ...unsteady,
    `${sum('passed')} passed, ${sum('failed') + troubles.length} failed`,
  ]
}

/** Whether a run fails as a whole. */
export const hasFailed = ({ stages, troubles }: Run): boolean =>
  troubles.length > 0 || stages.some(({ count }) => count === null || count.failed > 0)
