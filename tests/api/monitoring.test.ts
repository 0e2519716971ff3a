// The alerts and the dashboard that the chart brings along: promtool reads every expression, every alert is fired once,
// and every metric is in what the processes tell.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { findPromtool } from '../../scripts/lib/promtool.ts'
import { type Nido, startNido } from '../helpers/nido.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const RULES = path.join(ROOT, 'charts', 'nido', 'files', 'alerts.yaml')
const RULES_TEST = path.join(ROOT, 'tests', 'monitoring', 'alerts.test.yaml')
const DASHBOARD = path.join(ROOT, 'charts', 'nido', 'files', 'dashboard.json')

interface Panel {
  id: number
  title: string
  type: string
  description?: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

let nido: Nido
let folder: string
let promtool: string
let rules: string
let panels: Panel[]
let told: Set<string>

beforeAll(async () => {
  promtool = await findPromtool({ env: environment(), say: () => undefined })
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-rules-'))
  rules = await readFile(RULES, 'utf8')
  panels = (JSON.parse(await readFile(DASHBOARD, 'utf8')) as { panels: Panel[] }).panels
  const [api, worker] = [await findFreePort(), await findFreePort()]
  nido = await startNido({ replicas: 1, settings: { METRICS_PORT: String(api) } })
  await nido.addWorker({ WORKER_PORT: String(worker) })
  const texts = await Promise.all([api, worker].map(async (port) => (await ask(port)).text()))
  told = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => String(name))))
}, 120_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
})

const ask = (port: number) => fetch(`http://127.0.0.1:${port}/metrics`)

/** Runs promtool to its end. */
function run(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(promtool, args)
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

/** The metrics of an expression; those of a histogram by the name of the whole. */
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\bnido_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))

const expressions = () => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

describe('the alerts', () => {
  it('are rules that Prometheus takes, each fired once by made-up series', async () => {
    expect(await run('check', 'rules', RULES)).toMatchObject({ code: 0 })
    expect(await run('test', 'rules', RULES_TEST)).toEqual({ code: 0, out: expect.stringContaining('SUCCESS') })
    const test = await readFile(RULES_TEST, 'utf8')
    const fired = new Set(
      [...test.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n\s+- exp_labels:/g)].map(([, name]) => name),
    )
    expect(alerts().filter((name) => !fired.has(name))).toEqual([])
  })

  it('have a runbook each', async () => {
    const runbooks = await readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8')
    for (const name of alerts()) {
      expect(runbooks).toContain(`\n### ${name}\n`)
      expect(rules).toContain(`runbook_url: docs/operations.md#${name.toLowerCase()}\n`)
    }
  })

  it('go by metrics that the processes tell', () => {
    expect(metricsIn(rules).filter((name) => !told.has(name))).toEqual([])
  })
})

const alerts = (): string[] => [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => String(name))

describe('the dashboard', () => {
  it('has a fixed version of its schema, and panels that say what they show and do not overlap', async () => {
    expect(JSON.parse(await readFile(DASHBOARD, 'utf8'))).toMatchObject({
      schemaVersion: 39,
      uid: 'nido',
      title: 'Nido',
    })
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    for (const { description, targets } of panels.filter(({ type }) => type !== 'row'))
      expect([description, targets]).toEqual([expect.stringMatching(/\.$/), expect.any(Array)])
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })

  it('has only expressions that Prometheus takes', async () => {
    const file = path.join(folder, 'dashboard-rules.yaml')
    const filled = expressions().map((expression) =>
      expression.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'),
    )
    const group = {
      groups: [{ name: 'dashboard', rules: filled.map((expr, at) => ({ record: `panel_${at}`, expr })) }],
    }
    await writeFile(file, JSON.stringify(group))
    expect(await run('check', 'rules', file)).toEqual({
      code: 0,
      out: expect.stringContaining(`${filled.length} rules found`),
    })
  })

  it('shows metrics that the processes tell', () => {
    expect(
      expressions()
        .flatMap(metricsIn)
        .filter((name) => !told.has(name)),
    ).toEqual([])
  })
})
