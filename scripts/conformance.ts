// The conformance cases as a stage of the tests: all of them on a base path with two replicas in turn, and those that
// a base path could hide on `/` with one. Cases that need what is not built yet are listed in pending.json; if one of
// them passes, the run fails.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startAlternator } from '../tests/helpers/alternator.ts'
import { startNido } from '../tests/helpers/nido.ts'
import { environment } from './lib/environment.ts'

interface Result {
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  reason?: string
}

interface Round {
  title: string
  replicas: number
  basePath: string
  /** A regular expression that the names of its cases match. */
  filter: string
}

const CASES = path.join(import.meta.dirname, '..', 'tests', 'conformance')
/** Groups of cases that take about half of the time. */
const HALF = '(?:rules|resources|scope):'
const ROUNDS: readonly Round[] = [
  { title: 'two replicas on /cloud, one half', replicas: 2, basePath: '/cloud', filter: `^${HALF}` },
  { title: 'two replicas on /cloud, other half', replicas: 2, basePath: '/cloud', filter: `^(?!${HALF})` },
  { title: 'one replica on /', replicas: 1, basePath: '', filter: '^(session|upload|tus|rename and copy):' },
]

const pending = new Set(JSON.parse(await readFile(path.join(CASES, 'pending.json'), 'utf8')) as string[])
const say = (line: string) => process.stdout.write(`${line}\n`)

/** What is wrong with results: a case that fails, and a pending one that does not. */
function faultsOf(results: readonly Result[]): string[] {
  return results.flatMap(({ name, outcome, reason }) => {
    const isPending = pending.has(name)
    if (outcome === 'failed' && !isPending) return [`FAIL ${name} -- ${reason}`]
    return outcome === 'passed' && isPending ? [`FAIL ${name} -- passes, so it is not pending any more`] : []
  })
}

async function runRound(round: Round): Promise<Result[]> {
  const { title, replicas, basePath, filter } = round
  const nido = await startNido({ replicas, settings: { BASE_URL: basePath, SHARED_FOLDER: '' } })
  const door = await startAlternator(nido.urls)
  const { username, password } = nido.admin
  const run = (wanted: string) => runCases([door.url, '--user', username, '--password', password, '--filter', wanted])
  try {
    const results = await run(filter)
    return environment()['CI'] ? await withAnotherTry(title, results, run) : results
  } finally {
    await door.stop()
    await nido.stop()
  }
}

/** Repeats failed cases, and names those that pass then: a build server's disk may stall for seconds. */
async function withAnotherTry(
  title: string,
  results: Result[],
  run: (filter: string) => Promise<Result[]>,
): Promise<Result[]> {
  const failed = results.filter(({ name, outcome }) => outcome === 'failed' && !pending.has(name))
  if (failed.length === 0) return results
  for (const { name, reason } of failed) say(`${title}: AGAIN ${name} -- ${reason}`)
  const names = failed.map(({ name }) => RegExp.escape(name))
  const again = new Map((await run(`^(${names.join('|')})$`)).map((result) => [result.name, result]))
  for (const { name } of failed) if (again.get(name)?.outcome === 'passed') say(`unsteady: ${title} › ${name}`)
  return results.map((result) => again.get(result.name) ?? result)
}

async function runCases(args: string[]): Promise<Result[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-conformance-'))
  const report = path.join(folder, 'report.json')
  const options = ['--with', 'exec,nested-scopes', '--throw-away', '--json', report]
  const script = [path.join(CASES, 'run.mjs'), ...args, ...options]
  try {
    await new Promise((resolve) => {
      spawn(process.execPath, script, { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve)
    })
    return (JSON.parse(await readFile(report, 'utf8')) as { results: Result[] }).results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// The cases mostly wait: for answers, clocks and other replicas. So the rounds run side by side, each with its own
// processes.
const rounds = await Promise.all(
  ROUNDS.map(async (round) => {
    const results = await runRound(round)
    const waiting = results.filter(({ name }) => pending.has(name)).length
    say(`${round.title}: ${results.length - waiting} cases, ${waiting} pending`)
    const faults = faultsOf(results)
    for (const fault of faults) say(`${round.title}: ${fault}`)
    return { results, faults }
  }),
)
const all = rounds.flatMap(({ results }) => results)
const known = new Set(all.map(({ name }) => name))
const unknown = [...pending].filter((name) => !known.has(name))
for (const name of unknown) say(`FAIL ${name} -- is pending, but there is no such case`)
const passed = all.filter(({ name, outcome }) => outcome === 'passed' && !pending.has(name)).length
const failed = rounds.reduce((sum, { faults }) => sum + faults.length, unknown.length)
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
