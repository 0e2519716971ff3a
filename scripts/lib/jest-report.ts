// The parts of Jest's report that are needed for counting and reporting.

interface JestTest {
  status: string
  fullName: string
  failureMessages: string[] | null
  retryReasons?: string[]
}
/** A test file. A file that failed without a failing test (it cannot be loaded, or does not stop) has a message. */
interface JestFile {
  name: string
  status: string
  message: string
  assertionResults: JestTest[]
  /** Why the file itself failed before it was repeated. */
  retryReasons?: string[]
}
export interface JestReport {
  testResults: JestFile[]
}

/** The number of tests. A file that fails as a whole counts as one failure. */
export function countTests({ testResults }: JestReport): { passed: number; failed: number; skipped: number } {
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length
    const passed = assertionResults.filter((test) => test.status === 'passed').length
    count.passed += passed
    count.failed += status === 'failed' ? Math.max(1, failed) : failed
    count.skipped += assertionResults.length - passed - failed
  }
  return count
}

/** The files in which something failed. */
export const failedFiles = ({ testResults }: JestReport): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

/** Why a file failed although none of its tests did; empty if it did not. */
export function ownFailure({ status, message, assertionResults }: JestFile): string[] {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed') ? [message] : []
}

/**
 * The report of a run in which some files were repeated, with their last results. Tests that had failed and now pass
 * say why they had failed.
 */
export function withAnotherTry(first: JestReport, again: JestReport): JestReport {
  return {
    testResults: first.testResults.map((file) => {
      const now = again.testResults.find(({ name }) => name === file.name)
      if (!now) return file
      const reasons = new Map(
        file.assertionResults.map(({ fullName, status, retryReasons = [], failureMessages }) => [
          fullName,
          status === 'failed' ? [...retryReasons, ...(failureMessages ?? [])] : retryReasons,
        ]),
      )
      return {
        ...now,
        retryReasons: [...(file.retryReasons ?? []), ...ownFailure(file)],
        assertionResults: now.assertionResults.map((test) => ({
          ...test,
          retryReasons: reasons.get(test.fullName) ?? [],
        })),
      }
    }),
  }
}
