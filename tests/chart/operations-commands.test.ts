// The commands of docs/operations.md that need a cluster, as far as they can be tried without one.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { parse, stringify } from 'yaml'
import { ROOT } from '../../scripts/lib/places.ts'
import { notRun, operationsCommands, type OperationsCommand } from '../helpers/operations-page.ts'
import { find, helm, type KubeObject, objectsOf, type PodSpec, render } from './helm.ts'

let commands: OperationsCommand[]
const ran = new Set<string>()
beforeAll(async () => {
  commands = await operationsCommands()
})

const of = (program: string) => commands.filter((one) => one.program === program)
const flagsIn = (words: string[]) => words.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0])

/** Flags of which `helm template` and `helm lint` know nothing, since they are about what happens in the cluster. */
const OF_CLUSTER = ['--wait', '--create-namespace', '--reuse-values']

describe('the commands of helm', () => {
  it('are known to it, with each of their flags', async () => {
    expect(of('helm').length).toBeGreaterThan(3)
    for (const { words, line } of of('helm')) {
      const help = await helm(words[0] ?? '', '--help')
      for (const flag of flagsIn(words)) expect([line, help]).toEqual([line, expect.stringMatching(`\\s${flag}\\b`)])
    }
  })

  it('that name the chart make a release of it that is whole and has nothing to complain about', async () => {
    const withChart = of('helm').filter(({ words }) => ['install', 'upgrade'].includes(words[0] ?? ''))
    expect(withChart.length).toBeGreaterThan(1)
    for (const { words } of withChart) {
      const [, release = '', chart = '', ...flags] = words
      const given = flags.filter((word) => !OF_CLUSTER.includes(word))
      const at = path.join(ROOT, chart)
      const objects = objectsOf(await helm('template', release, at, ...given))
      expect(objects.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['nido-api', 'nido-worker']))
      expect(await helm('lint', at, '--strict', ...given)).toContain('0 chart(s) failed')
    }
  })

  it('are all about one release in one namespace', () => {
    for (const { words, line } of of('helm')) {
      expect([line, words[1]]).toEqual([line, 'nido'])
      expect(line).toContain('--namespace nido')
    }
    for (const { line } of of('kubectl')) expect(line).toMatch(/^kubectl -n nido /)
  })

  it('set sizes by presets that are there', async () => {
    const text = await readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8')
    const files = [...text.matchAll(/--values (charts\/\S+\.yaml)/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect(await helm('lint', 'charts/nido', '--strict', '--values', file)).toContain('0 chart(s) failed')
  })
})

/** What `kubectl create job` prints of a CronJob (`--dry-run=client --output yaml`), in its own style. */
function jobOf(cron: KubeObject, name: string): string {
  const { spec } = (cron.spec as unknown as { jobTemplate: { spec: object } }).jobTemplate
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec }
  return stringify(job, { indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false })
}

describe('the job that restores', () => {
  it.each([
    ['a volume', {}],
    ['a bucket', { s3: { bucket: 'backups', endpoint: 'https://s3.example.org', cidrs: ['203.0.113.0/24'] } }],
  ])('is the one that backs up to %s, but for its command', async (_, values) => {
    const secrets = { values: { backupAccessKey: 'backup-key', backupSecretKey: 'backup-secret-key' } }
    const objects = await render({ fullnameOverride: 'nido', secrets, backup: { enabled: true, ...values } })
    const before = jobOf(find(objects, 'CronJob', 'nido-backup'), 'restore')
    const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-restore-'))
    const [sed] = of('sed')
    await writeFile(path.join(folder, 'restore.yaml'), before)
    const child = spawn('sh', ['-c', sed?.line ?? 'false'], { cwd: folder })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    const after = await readFile(path.join(folder, 'restore.yaml'), 'utf8')
    await rm(folder, { recursive: true })
    ran.add(sed?.line ?? '')
    const commandIn = (text: string) =>
      (parse(text) as { spec: { template: { spec: PodSpec } } }).spec.template.spec.containers[0]?.command
    expect([commandIn(before), commandIn(after)]).toEqual([
      ['nido', 'backup'],
      ['nido', 'restore'],
    ])
    expect(after).toBe(before.replace(/- backup$/m, '- restore'))
  })

  it('leaves no command out that needs nothing', async () => expect(await notRun('nothing', ran)).toEqual([]))
})
