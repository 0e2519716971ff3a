// Runs the commands of docs/operations.md in their order, on a household at work.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { environment } from '../../scripts/lib/environment.ts'
import { commandsOf, type DocCommand } from '../helpers/doc-commands.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { type Nido, startNido } from '../helpers/nido.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')

let nido: Nido
let folder: string
let commands: DocCommand[]
let text: string
const mark = randomBytes(4).toString('hex')

beforeAll(async () => {
  text = await readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8')
  commands = commandsOf(text)
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-doc-'))
  nido = await startNido({ replicas: 1 })
  const person = await nido.makePerson()
  ;(await person.post('/api/resources/a/b.txt', 'text')).expect(200)
}, 120_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
})

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
    const own = commands.filter(({ program }) => program === 'nido')
    expect(own.length).toBeGreaterThan(15)
    // The text names the folder once; a backup before an upgrade goes there as well.
    const settings = { ...settingsOf(nido), BACKUP_FOLDER: folder }
    for (const { settings: given, words, line } of own) {
      const wished = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here(value)]))
      const target = 'BACKUP_S3_BUCKET' in wished ? { BACKUP_FOLDER: '' } : {}
      const { code, err } = await runNido(words, { ...settings, ...target, ...wished })
      expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' })
    }
  }, 480_000)

  it('tells how to run them by make', async () => {
    expect(text).toContain('`make nido ARGS="status"`')
    const { PATH, HOME, TMPDIR } = environment()
    const child = spawn('make', ['-s', 'nido', 'ARGS=status'], {
      cwd: ROOT,
      env: { PATH, HOME, TMPDIR, ...settingsOf(nido), DATA_DIR: folder },
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    expect(await exitOf(child)).toBe(0)
    expect(out).toContain('1 API process')
  })

  it('makes a job that restores of the one that backs up', async () => {
    const line = commands.find(({ program }) => program === 'sed')?.line ?? ''
    const job = 'command:\n        - nido\n        - backup\n      volumes:\n      - name: backup\n'
    await writeFile(path.join(folder, 'restore.yaml'), job)
    expect(await exitOf(spawn('sh', ['-c', line], { cwd: folder }))).toBe(0)
    expect(await readFile(path.join(folder, 'restore.yaml'), 'utf8')).toBe(job.replace('- backup', '- restore'))
  })

  it('has no commands that nobody checks', () => {
    const programs = new Set(commands.map(({ program }) => program))
    expect([...programs].toSorted()).toEqual(['helm', 'kubectl', 'nido', 'sed'])
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
