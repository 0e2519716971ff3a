// The stages of the tests: what each runs, and how its tests are counted.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type BrowserReport, browserFailures, jestFailures, unsteadyInBrowser, unsteadyInJest } from './failures.ts'
import { countTests, failedFiles, type JestReport, withAnotherTry } from './jest-report.ts'
import { NODE, ROOT } from './page.ts'

const MINUTE_MS = 60_000

/** How many tests a stage ran, and how they ended. */
export interface Count {
  passed: number
  failed: number
  skipped: number
  /** What failed, in some lines each. */
  failures?: string[]
  /** Tests that failed and then passed when repeated, as `FILE › TEST`. */
  unsteady?: string[]
}

/** The input of a stage. */
export interface StageContext {
  env: NodeJS.ProcessEnv
  /** Arguments for the test tool, from the command line. */
  extra: string[]
  isFull: boolean
  /** Gets each line of the tool's output. */
  say(line: string): void
}

/**
 * What must run or be installed before. `site`: a Nido for this stage. `media`: ffmpeg. `videos`: yt-dlp. `others`:
 * another S3 server, rclone, nginx and promtool. `edge`: helm, nginx and HAProxy.
 * `otherDatabase`: mongo-java-server, instead of the embedded one. `chart`: helm, what checks its output, and MinIO's
 * client. `cluster`: Kubernetes and the images of Nido.
 */
export type Need =
  | 'site'
  | 'page'
  | 'browser'
  | 'media'
  | 'videos'
  | 'others'
  | 'edge'
  | 'otherDatabase'
  | 'chart'
  | 'cluster'

/** One stage. `needs` says what has to run or be installed before. */
export interface Stage {
  name: string
  needs: ReadonlySet<Need>
  /**
   * The stages of a lane run one after another, and the two lanes in parallel: one mostly waits for clocks, leases and
   * pages, the other mostly computes.
   */
  lane: 1 | 2
  /** Whether it belongs to the long form of the tests alone. */
  isLong?: boolean
  /** Whether it runs only when it is named: it takes long, and needs what not every machine has. */
  isExtra?: boolean
  run(context: StageContext): Promise<Count>
}

const bin = (...parts: string[]) => path.join(ROOT, 'node_modules', ...parts)
const script = (name: string) => path.join(ROOT, name)
const needing = (...what: Need[]) => new Set(what)

/** A tool that checks the whole project counts as one test. */
const check = (name: string, args: string[]): Stage => ({
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

const jest = (
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
const counted = (
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

const browser: Stage = {
  name: 'e2e',
  lane: 1,
  needs: needing('page', 'site', 'browser', 'media'),
  run: (context) =>
    withReport(async (file) => {
      await runNode([bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...context.extra], {
        ...context,
        env: { ...context.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      })
      const report = await readReport<BrowserReport>(file)
      if (!report) return { passed: 0, failed: 1, skipped: 0 }
      const { expected, unexpected, flaky, skipped } = report.stats
      return {
        passed: expected + flaky,
        failed: unexpected + report.errors.length,
        skipped,
        failures: browserFailures(report),
        unsteady: unsteadyInBrowser(report, ROOT),
      }
    }),
}

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
  check('colours', [script('scripts/check-colours.ts')]),
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
    argsOf: ({ isFull }) => [script('tests/model/model.mjs'), ...(isFull ? [] : ['plain:'])],
  }),
]

/** The time limit of a stage, so that nothing hangs forever. */
const limitOf = (env: NodeJS.ProcessEnv) => (env['NIDO_FULL'] ? 60 : 40) * MINUTE_MS

interface Ended {
  code: number | null
  lastLine: string
}

/** Runs a script in its own process group, and kills the whole group when time is up. */
function runNode(
  args: string[],
  { env, say }: Pick<StageContext, 'env' | 'say'>,
  { hideOutput = false } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const endAll = () => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }
    const limit = setTimeout(() => {
      say(`This took longer than ${limitOf(env) / MINUTE_MS} minutes and is ended.`)
      endAll()
    }, limitOf(env))
    const onStop = () => {
      endAll()
      process.exit(1)
    }
    process.once('SIGINT', onStop).once('SIGTERM', onStop)
    let lastLine = ''
    const read = (stream: Readable, onLine: (line: string) => void) =>
      createInterface({ input: stream }).on('line', onLine)
    // Jest's JSON also goes to standard output; the readable part is on standard error.
    read(child.stdout, (line) => {
      if (line.trim() !== '') lastLine = line
      if (!hideOutput) say(line)
    })
    read(child.stderr, say)
    child.on('close', (code) => {
      clearTimeout(limit)
      process.off('SIGINT', onStop).off('SIGTERM', onStop)
      resolve({ code, lastLine: lastLine.trimEnd() })
    })
  })
}

async function withReport<T>(run: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-report-'))
  try {
    return await run(path.join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport<T>(file: string): Promise<T | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => null,
  )
}
