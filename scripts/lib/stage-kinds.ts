// The kinds of stages: what checks the whole project, Jest, the browser, and our own scripts.
import path from 'node:path'
import {
  type BrowserReport,
  browserFailures,
  countInBrowser,
  isTimeUp,
  jestFailures,
  unsteadyInBrowser,
  unsteadyInJest,
} from './failures.ts'
import { countTests, failedFiles, type JestReport, withAnotherTry } from './jest-report.ts'
import { ROOT } from './places.ts'
import { readReport, runNode, withReport } from './run-stage.ts'
import type { Need, Stage, StageContext } from './stage.ts'

export const bin = (...parts: string[]) => path.join(ROOT, 'node_modules', ...parts)
export const script = (name: string) => path.join(ROOT, name)
export const needing = (...what: Need[]) => new Set(what)

/** A tool that checks the whole project counts as one test. */
export const check = (name: string, args: string[]): Stage => ({
  name,
  lane: 1,
  needs: needing(),
  run: async (context) => {
    const isRight = (await runNode(args, context)).code === 0
    return { passed: Number(isRight), failed: Number(!isRight), skipped: 0 }
  },
})

/**
 * How Jest runs a stage. `project`: in jest.config.js, named like the stage by default. `choice`: its tests, unless the
 * command line selects others.
 */
interface JestOptions {
  lane: Stage['lane']
  workers: number
  project?: string
  choice?: string[]
  isExtra?: boolean
  /** How often what fails is repeated on a build server. */
  otherTries?: number
}

/**
 * The disk of a build server may stall for seconds. There, failed files are repeated this often, from their beginning.
 */
const OTHER_TRIES = 2

export const jest = (
  name: string,
  needs: Stage['needs'],
  { lane, workers, project = name, choice = [], isExtra = false, otherTries = OTHER_TRIES }: JestOptions,
): Stage => ({
  name,
  lane,
  needs,
  isExtra,
  run: async (context) => {
    const args = ['--selectProjects', project, `--maxWorkers=${workers}`, '--testLocationInResults=false']
    let report = await runJest([...args, ...(context.extra.length > 0 ? context.extra : choice)], context)
    for (
      let left = context.env['CI'] ? otherTries : 0;
      left > 0 && report && failedFiles(report).length > 0;
      left -= 1
    ) {
      context.say('What failed is run again.')
      const again = await runJest([...args, '--runTestsByPath', ...failedFiles(report)], context)
      if (again) report = withAnotherTry(report, again)
    }
    if (!report) return { passed: 0, failed: 1, skipped: 0 }
    return { ...countTests(report), failures: jestFailures(report), unsteady: unsteadyInJest(report, ROOT) }
  },
})

/**
 * Jest writes its report into a file; null if it could not. What a failed test left running does not delay it.
 */
const runJest = (args: string[], context: StageContext): Promise<JestReport | null> =>
  withReport(async (file) => {
    await runNode(
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        bin('jest', 'bin', 'jest.js'),
        '--json',
        `--outputFile=${file}`,
        '--forceExit',
        ...args,
      ],
      context,
      { hideOutput: true },
    )
    return readReport<JestReport>(file)
  })

/** How our scripts report a case that failed and then passed when repeated. */
const UNSTEADY = /^unsteady: (.+)$/

/** A script of ours whose last line is `N passed, N failed`. */
export const counted = (
  name: string,
  needs: Stage['needs'],
  { lane, argsOf }: { lane: Stage['lane']; argsOf: (context: StageContext) => string[] },
): Stage => ({
  name,
  lane,
  needs,
  run: async (context) => {
    const unsteady: string[] = []
    const say = (line: string) => {
      const named = UNSTEADY.exec(line)?.[1]
      if (named === undefined) context.say(line)
      else unsteady.push(named)
    }
    const { lastLine, code } = await runNode(argsOf(context), { ...context, say })
    const found = /^(\d+) passed, (\d+) failed$/.exec(lastLine)
    const failed = Number(found?.[2] ?? 0) || Number(code !== 0)
    return { passed: Number(found?.[1] ?? 0), failed, skipped: 0, unsteady }
  },
})

/** Tests in a browser run for a minute at least, so that one of them begins. */
const BROWSER_LEAST_MS = 60_000

/** A build server says until when tests in a browser may run, in seconds since 1970. */
function timeLeft({ NIDO_BROWSER_UNTIL: until }: NodeJS.ProcessEnv): string[] {
  return until ? [`--global-timeout=${Math.max(BROWSER_LEAST_MS, 1000 * Number(until) - Date.now())}`] : []
}

export const browser: Stage = {
  name: 'e2e',
  lane: 1,
  needs: needing('page', 'site', 'browser', 'media'),
  run: (context) =>
    withReport(async (file) => {
      const args = ['test', '--reporter=list,json', ...timeLeft(context.env), ...context.extra]
      await runNode([bin('@playwright', 'test', 'cli.js'), ...args], {
        ...context,
        env: { ...context.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      })
      const report = await readReport<BrowserReport>(file)
      if (!report) return { passed: 0, failed: 1, skipped: 0 }
      const count = countInBrowser(report)
      if (isTimeUp(report)) context.say(`The time for these tests is over. ${count.skipped} are left out.`)
      return {
        ...count,
        failures: browserFailures(report),
        unsteady: unsteadyInBrowser(report, ROOT),
      }
    }),
}
