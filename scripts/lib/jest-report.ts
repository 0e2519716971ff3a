// What Jest reports of a run, as far as counting and telling need it.

interface JestTest {
  status: string
  fullName: string
  failureMessages: string[] | null
  retryReasons?: string[]
}
/** A file of tests. One that failed without any of its tests (it cannot be loaded, or cannot stop) has a message. */
interface JestFile {
  name: string
  status: string
  message: string
  assertionResults: JestTest[]
  /** Why it failed by itself before it was run again. */
  retryReasons?: string[]
}
export interface JestReport {
  testResults: JestFile[]
}

/** How many tests there were; a file that fails as a whole counts as one that failed. */
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

/** Why a file failed though none of its tests did; none where it did not. */
export function ownFailure({ status, message, assertionResults }: JestFile): string[] {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed') ? [message] : []
}

/**
 * The report of a run some of whose files were run again: these as they ended then. What had failed and passes by now
 * tells why it had.
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
