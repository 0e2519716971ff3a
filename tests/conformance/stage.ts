// The conformance cases as a stage of the tests: all of them on a base path with two replicas by turns, and the ones that a base path could
// hide on `/` with one. Cases that need what is not built yet stand in pending.json: one of them that passes fails the run.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { environment } from '../../scripts/lib/environment.ts'
import { startAlternator } from '../helpers/alternator.ts'
import { startNido } from '../helpers/nido.ts'

interface Result { name: string; outcome: 'passed' | 'failed' | 'skipped'; reason?: string }

interface Round { title: string; replicas: number; basePath: string; filter: string }

const HERE = import.meta.dirname
const ROUNDS: Round[] = [
  { title: 'two replicas on /cloud', replicas: 2, basePath: '/cloud', filter: '' },
  { title: 'one replica on /', replicas: 1, basePath: '', filter: '^(session|upload|tus|rename and copy):' },
]

const pending = new Set(JSON.parse(await readFile(path.join(HERE, 'pending.json'), 'utf8')) as string[])
const wantedRound = process.argv[2]
let passed = 0
let failed = 0
// Mostly the cases wait: for answers, for clocks, for other replicas. So the rounds go side by side, each with processes of its own.
await Promise.all(ROUNDS.filter((_, index) => !wantedRound || String(index + 1) === wantedRound).map(async (round) => {
  const results = await runRound(round)
  const faults = judge(results, round.filter === '')
  for (const fault of faults) console.log(`${round.title}: ${fault}`)
  const waiting = results.filter(({ name }) => pending.has(name)).length
  console.log(`${round.title}: ${results.length - waiting} cases, ${waiting} pending`)
  passed += results.filter(({ name, outcome }) => outcome === 'passed' && !pending.has(name)).length
  failed += faults.length
}))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** What is wrong: a case that fails, a pending one that does not, and a pending one that is no case. */
function judge(results: Result[], isWhole: boolean): string[] {
  const names = new Set(results.map(({ name }) => name))
  return [
    ...results.filter(({ name, outcome }) => outcome === 'failed' && !pending.has(name)).map(({ name, reason }) => `FAIL ${name} -- ${reason}`),
    ...results.filter(({ name, outcome }) => outcome === 'passed' && pending.has(name)).map(({ name }) => `FAIL ${name} -- passes, and is to be taken off pending.json`),
    ...[...pending].filter((name) => isWhole && !names.has(name)).map((name) => `FAIL ${name} -- stands in pending.json, and is no case`),
  ]
}

async function runRound({ title, replicas, basePath, filter }: Round): Promise<Result[]> {
  const nido = await startNido({ replicas, settings: { BASE_URL: basePath, SHARED_FOLDER: '' } })
  const door = await startAlternator(nido.urls)
  const run = (wanted: string) => runCases([door.url, '--user', nido.admin.username, '--password', nido.admin.password, '--filter', wanted])
  try {
    const results = await run(filter)
    const failed = results.filter(({ name, outcome }) => outcome === 'failed' && !pending.has(name))
    // A build server's disk may stand still for seconds. What passes at the second try is named.
    if (!environment()['CI'] || failed.length === 0) return results
    for (const { name, reason } of failed) console.log(`${title}: AGAIN ${name} -- ${reason}`)
    const again = new Map((await run(`^(${failed.map(({ name }) => RegExp.escape(name)).join('|')})$`)).map((result) => [result.name, result]))
    const unsteady = failed.filter(({ name }) => again.get(name)?.outcome === 'passed')
    for (const { name } of unsteady) console.log(`unsteady: ${title} › ${name}`)
    return results.map((result) => again.get(result.name) ?? result)
  } finally {
    await door.stop()
    await nido.stop()
  }
}

async function runCases(args: string[]): Promise<Result[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-conformance-'))
  const report = path.join(folder, 'report.json')
  try {
    await new Promise((resolve) => spawn(process.execPath, [path.join(HERE, 'run.mjs'), ...args, '--with', 'exec,nested-scopes', '--json', report], { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve))
    return (JSON.parse(await readFile(report, 'utf8')) as { results: Result[] }).results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
