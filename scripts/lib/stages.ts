// The stages of the tests, in their order.
import { bin, browser, check, counted, jest, needing, script } from './stage-kinds.ts'
import type { Stage } from './stage.ts'

/** The API tests with ids are a separate stage, so that both lanes have the same amount of work. */
const ATTACKS = 'tests/api/attacks/'

/** What is about the embedded servers themselves. */
const EMBEDDED = 'tests/api/embedded-'

export const STAGES: readonly Stage[] = [
  check('lint', [bin('oxlint', 'bin', 'oxlint'), '--deny-warnings']),
  check('format', [bin('oxfmt', 'bin', 'oxfmt'), '--check']),
  check('widths', [script('scripts/check-widths.ts')]),
  check('types', [bin('typescript', 'bin', 'tsc')]),
  check('locales', [script('scripts/check-locales.ts')]),
  check('styles', [script('scripts/check-styles.ts')]),
  jest('api', needing('page', 'site', 'media', 'others'), {
    lane: 1,
    workers: 2,
    choice: [`--testPathIgnorePatterns=${ATTACKS}`],
  }),
  // In memory, and by other people than FerretDB: what passes on both depends on neither.
  {
    ...jest('database', needing('page', 'site', 'media', 'others', 'otherDatabase'), {
      lane: 1,
      workers: 2,
      project: 'api',
      choice: [`--testPathIgnorePatterns=${ATTACKS}|${EMBEDDED}`],
    }),
    isLong: true,
  },
  browser,
  // The browsers come from the system's packages, which not every machine has.
  {
    ...jest('engines', needing('page', 'site', 'engines'), { lane: 1, workers: 1 }),
    isLong: true,
    canBeSkipped: true,
  },
  counted('conformance', needing('page'), { lane: 2, argsOf: () => [script('scripts/conformance.ts')] }),
  jest('faults', needing('page'), { lane: 2, workers: 1 }),
  jest('attacks', needing('page', 'site', 'media'), {
    lane: 2,
    workers: 2,
    project: 'api',
    choice: [`--testPathPatterns=${ATTACKS}`],
  }),
  jest('importing', needing('page', 'media', 'videos', 'edge'), { lane: 2, workers: 1 }),
  jest('chart', needing('chart'), { lane: 2, workers: 2 }),
  jest('unit', needing(), { lane: 2, workers: 2 }),
  // A run of it takes as long as all the others together may.
  jest('cluster', needing('cluster'), { lane: 1, workers: 1, isExtra: true, otherTries: 0 }),
  counted('soak', needing(), {
    lane: 2,
    argsOf: ({ extra, isFull }) => [script('tests/soak/run.ts'), '--seconds', isFull ? '60' : '30', ...extra],
  }),
  counted('model', needing(), {
    lane: 2,
    argsOf: () => [script('tests/model/model.mjs')],
  }),
]
