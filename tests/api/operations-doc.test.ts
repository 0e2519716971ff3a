// Runs the commands of docs/operations.md in their order, on a household at work.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { notRun, operationsCommands, type OperationsCommand, readOperationsPage } from '../helpers/operations-page.ts'
import { happens } from '../helpers/until.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { type Nido, startNido } from '../helpers/nido.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const BIN = path.join(ROOT, 'node_modules', '.bin')
const START = 'make start'

let nido: Nido
let folder: string
let commands: OperationsCommand[]
let text: string
const mark = randomBytes(4).toString('hex')
const ran = new Set<string>()
/** The text names the folder once; a backup before an upgrade goes there as well. */
const settings = (): Record<string, string> => ({ ...settingsOf(nido), BACKUP_FOLDER: folder })

beforeAll(async () => {
  text = await readOperationsPage()
  commands = await operationsCommands()
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-doc-'))
  nido = await startNido({ replicas: 1 })
  const person = await nido.makePerson()
  ;(await person.post('/api/resources/a/b.txt', 'text')).expect(200)
}, 120_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
})

/** The environment of somebody at a terminal who has these settings. */
function shell(given: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = environment()
  return { PATH: `${BIN}:${PATH ?? ''}`, HOME, TMPDIR, XDG_CACHE_HOME, ...given }
}

/** What a child says, so far. */
function hearing({ stdout, stderr }: ChildProcessWithoutNullStreams): () => string {
  let said = ''
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return () => said
}

const exitOf = (child: ChildProcess) => new Promise((resolve) => child.on('close', resolve))

/** The names of the text, as they are here. */
const here = (value: string): string =>
  value
    .replace('/backup', folder)
    .replace('mongodb://database/', `${nido.servers.mongoUrl}/${mark}-`)
    .replace(/^tried-$/, `t${mark}-`)
    .replace('backup-of-nido', `backup-${mark}`)

describe('docs/operations.md', () => {
  it('has commands that do what they should, in their order', async () => {
    const own = commands.filter(({ program, isInline }) => program === 'nido' && !isInline)
    expect(own.length).toBeGreaterThan(15)
    for (const { settings: given, words, line } of own) {
      const wished = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here(value)]))
      const target: Record<string, string> = 'BACKUP_S3_BUCKET' in wished ? { BACKUP_FOLDER: '' } : {}
      const { code, err } = await runNido(words, { ...settings(), ...target, ...wished })
      expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' })
      ran.add(line)
    }
  }, 480_000)

  it('has commands in its sentences that do what they should as well', async () => {
    const inline = commands.filter(({ need, line }) => need === 'household' && line !== START && !ran.has(line))
    expect(inline.length).toBeGreaterThan(1)
    for (const { line, program } of inline) {
      const script = program === 'nido' ? line.replace(/^nido/, 'node backend/src/commands/nido.ts') : line
      const child = spawn('sh', ['-c', script], { cwd: ROOT, env: shell({ ...settings(), DATA_DIR: folder }) })
      const said = hearing(child)
      const code = await exitOf(child)
      expect({ line, code, said: code === 0 ? '' : said() }).toEqual({ line, code: 0, said: '' })
      ran.add(line)
    }
  }, 120_000)

  it('starts a household by one command, until Ctrl-C', async () => {
    const [data, port] = [await mkdtemp(path.join(os.tmpdir(), 'nido-start-')), await findFreePort()]
    const env = shell({ DATA_DIR: data, PORT: String(port), HOST: '127.0.0.1', WORKER: 'false' })
    const child = spawn('sh', ['-c', `exec ${START}`], { cwd: ROOT, env, detached: true })
    const said = hearing(child)
    await happens(() => said().includes('Nido is ready') || child.exitCode !== null, 'it is ready', 120_000)
    expect(said()).toContain(`http://localhost:${port}/`)
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await exitOf(child)
    expect(said()).toContain('Stopping')
    await rm(data, { recursive: true, force: true })
    ran.add(START)
  }, 240_000)

  it('has no commands that nobody runs', async () => {
    expect(await notRun('household', ran)).toEqual([])
    // Those of the others are run by the tests of the chart and of the cluster.
    expect(new Set(commands.map(({ need }) => need))).toEqual(new Set(['household', 'nothing', 'cluster']))
  })

  it('leads nowhere that is not there', async () => {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      String(title).toLowerCase().replaceAll(' ', '-'),
    )
    for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor)
    for (const [, file = ''] of text.matchAll(/\]\(([^#)]+)(?:#[^)]*)?\)/g))
      expect(await readFile(path.join(ROOT, 'docs', file), 'utf8')).not.toBe('')
  })

  it('tells of every metric of Nido, and of none that is gone', async () => {
    const told = await readFile(path.join(ROOT, 'charts', 'nido', 'files', 'alerts.yaml'), 'utf8')
    const named = new Set([...text.matchAll(/nido_[a-z_]+[a-z]/g)].map(([name]) => name))
    for (const [name] of told.matchAll(/\bnido_(?!process_|nodejs_)[a-z_]+[a-z]/g))
      expect(named).toContain(name.replace(/_(bucket|count|sum)$/, ''))
  })
})
