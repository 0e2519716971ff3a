// Nido on a real Kubernetes: installed, used, changed, damaged, backed up, destroyed and restored. The steps build on
// each other.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from '@jest/globals'
import { ROOT } from '../../scripts/lib/page.ts'
import type { Client } from '../helpers/client.ts'
import { commandsOf } from '../helpers/doc-commands.ts'
import { happens } from '../helpers/until.ts'
import { dripping, type MediaSite, startMediaSite } from '../importing/media-site.ts'
import { Cluster } from './cluster.ts'
import { Household, RELEASE, SITE, SITE_URL, VALUES } from './household.ts'
import { compressedBytes, LEAN } from './images/images.ts'
import { Load, type LoadEnd, lost } from './load/load.ts'
import { steady } from './load/steady.ts'
import { anyFailed, step, WHY_NOT } from './step.ts'

const MINUTE_MS = 60_000
const MB = 1_000_000
const CHART = path.join('charts', 'nido')
const FILM = randomBytes(6 << 20)

let cluster: Cluster
let household: Household
let site: MediaSite
let folder: string
let person: Client
let atWork: LoadEnd
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

beforeAll(async () => {
  if (WHY_NOT !== '') return
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-release-'))
  await writeFile(path.join(folder, 'values.json'), JSON.stringify(VALUES))
  cluster = await Cluster.start()
  household = new Household(cluster)
  site = await startMediaSite(SITE.host, SITE.port)
  site.pages.set('/letter.bin', { body: randomBytes(1 << 20) })
  const headers = { 'accept-ranges': 'bytes', etag: '"film"', 'content-type': 'application/octet-stream' }
  site.pages.set('/film.bin', dripping({ bytes: FILM, piece: 48 << 10, everyMs: 1000, headers }))
}, 25 * MINUTE_MS)

afterAll(async () => {
  if (WHY_NOT !== '') return
  if (anyFailed()) await cluster?.describe()
  await site?.stop()
  await cluster?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}, 3 * MINUTE_MS)

const values = () => ['--values', path.join(folder, 'values.json')]
/** `helm upgrade` with further values. */
const upgrade = (...more: string[]) =>
  household.helm('upgrade', RELEASE, CHART, ...values(), ...more, '--wait', '--timeout', '5m')

/** Runs the commands of a part of docs/operations.md, in their order. */
async function follow(title: string): Promise<void> {
  const text = await readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8')
  const part = new RegExp(`^## ${title}$([\\s\\S]*?)^## `, 'm').exec(text)?.[1] ?? ''
  for (const { line, program } of commandsOf(part)) if (program !== 'nido') await cluster.line(line, folder)
}

describe('a household on Kubernetes', () => {
  step(
    'is installed into a namespace of the level restricted, and everything becomes ready',
    async () => {
      await cluster.kubectl('create', 'namespace', RELEASE)
      const level = 'pod-security.kubernetes.io/enforce=restricted'
      await cluster.kubectl('label', 'namespace', RELEASE, level)
      await household.helm('install', RELEASE, CHART, ...values(), '--wait', '--timeout', '5m')
      for (const component of ['api', 'web', 'worker', 'store', 'database']) await household.isWhole(component)
    },
    6 * MINUTE_MS,
  )

  step(
    'passes helm test: signs in, uploads, downloads, compares, imports',
    async () => {
      // Without --logs: what has succeeded is removed at once.
      expect(await household.helm('test', RELEASE)).toMatch(/^Phase: +Succeeded$/m)
      expect(site.seen.map((request) => request.path)).toContain('/letter.bin')
    },
    4 * MINUTE_MS,
  )

  step(
    'serves a person from outside',
    async () => {
      const admin = await household.admin()
      person = await admin.makePerson()
      ;(await person.post('/api/resources/a/b.txt', 'text')).expect(200)
      expect((await person.get('/api/raw/a/b.txt')).text).toBe('text')
    },
    MINUTE_MS,
  )

  step(
    'is upgraded with other values: pods are replaced, secrets and files stay',
    async () => {
      const secret = () => household.kubectl('get', 'secret', RELEASE, '--output', 'jsonpath={.data}')
      const [before, pods] = [await secret(), await household.pods('api')]
      await upgrade('--set', 'settings.LOG_LEVEL=debug', '--set', 'api.replicas=1')
      await household.isWhole('api')
      expect(await secret()).toBe(before)
      expect((await household.pods('api')).filter((pod) => pods.includes(pod))).toEqual([])
      expect(await household.kubectl('exec', 'deployment/nido-api', '--', 'nido', 'status')).toContain('1 API process')
      expect((await person.get('/api/raw/a/b.txt')).text).toBe('text')
    },
    6 * MINUTE_MS,
  )

  step(
    'is rolled back',
    async () => {
      await household.helm('rollback', RELEASE, '--wait', '--timeout', '5m')
      await household.isWhole('api')
      expect(await household.pods('api')).toHaveLength(2)
      expect((await person.get('/api/raw/a/b.txt')).text).toBe('text')
    },
    6 * MINUTE_MS,
  )

  step(
    'is scaled to three API processes and two workers, by the commands of the documentation',
    async () => {
      await follow('Scale')
      for (const component of ['api', 'worker']) await household.isWhole(component)
      expect(await household.pods('api')).toHaveLength(3)
      expect(await household.pods('worker')).toHaveLength(2)
    },
    4 * MINUTE_MS,
  )
})

describe('at work', () => {
  step(
    'it loses its pods one after another, and nothing that was acknowledged',
    async () => {
      const load = new Load(person.token)
      const imported = await beginImport()
      for (const component of ['api', 'web', 'worker', 'store', 'database']) {
        const [pod = ''] = await household.pods(component)
        const before = load.done
        await household.kubectl('delete', pod, '--wait=false')
        await household.isWhole(component)
        await happens(() => load.done > before || load.failures.length > 0, `people go on without ${pod}`)
      }
      const [pod = ''] = await household.pods('api')
      await household.kubectl('delete', pod, '--grace-period=0', '--force')
      await household.isWhole('api')
      await importEnds(imported)
      atWork = await load.stop()
      process.stderr.write(`${JSON.stringify(atWork.tally)}, ${atWork.acknowledged.size} files\n`)
      expect(atWork.failures).toEqual([])
      expect(atWork.acknowledged.size).toBeGreaterThan(20)
      expect(await lost(person.token, atWork.acknowledged)).toEqual([])
    },
    12 * MINUTE_MS,
  )

  step(
    'it is started anew, pod by pod, without a failed request',
    async () => {
      const { failures, requests } = await steady(person.token, async () => {
        await household.kubectl('rollout', 'restart', 'deployment/nido-api', 'deployment/nido-web')
        for (const component of ['api', 'web']) await household.isWhole(component)
      })
      process.stderr.write(`${requests} requests\n`)
      expect(requests).toBeGreaterThan(100)
      expect(failures).toEqual([])
    },
    8 * MINUTE_MS,
  )

  step('no process of it has ended by itself', async () => expect(await household.restarts()).toBe(0), MINUTE_MS)
})

async function beginImport(): Promise<string> {
  const body = { links: [`${SITE_URL}/film.bin`], kind: 'link', target: '/' }
  const { items } = (await person.post('/api/imports', body)).expect(200).json<{ items: { id: string }[] }>()
  return items[0]?.id ?? ''
}

async function importEnds(id: string): Promise<void> {
  const state = async () => (await person.get(`/api/imports/${id}`)).json<{ state: string }>().state
  await happens(async () => ['done', 'failed'].includes(await state()), 'the import ends', 5 * MINUTE_MS)
  expect(await state()).toBe('done')
  expect(sha256((await person.get('/api/raw/film.bin')).body)).toBe(sha256(FILM))
}

describe('backed up', () => {
  step(
    'it is destroyed, with its volumes, and restored by the commands of the documentation: every hash is right',
    async () => {
      await follow('Back up')
      const backup = await household.kubectl('wait', 'job/backup-now', '--for', 'condition=complete', '--timeout=5m')
      expect(backup).toContain('condition met')
      await household.helm('uninstall', RELEASE, '--wait')
      await household.kubectl('delete', 'secret', RELEASE)
      await household.kubectl('delete', 'jobs', '--all')
      await household.kubectl('delete', 'pvc', 'data-nido-store-0', 'data-nido-database-0')
      const claim = ['--set', 'backup.persistence.existingClaim=nido-backup']
      await household.helm('install', RELEASE, CHART, ...values(), ...claim, '--wait', '--timeout', '5m')
      await follow('Restore')
      for (const component of ['api', 'worker']) await household.isWhole(component)
      const { token } = await household.client().signIn(person.username, person.password)
      expect(await lost(token, atWork.acknowledged)).toEqual([])
      const film = await (await household.client().signIn(person.username, person.password)).get('/api/raw/film.bin')
      expect(sha256(film.body)).toBe(sha256(FILM))
    },
    15 * MINUTE_MS,
  )
})

describe('uninstalled', () => {
  step(
    'it leaves its Secret and the claims of its data, and nothing else',
    async () => {
      await household.helm('uninstall', RELEASE, '--wait')
      await household.kubectl('delete', 'jobs', '--all')
      const kinds = 'all,configmap,secret,ingress,networkpolicy,pvc,serviceaccount,poddisruptionbudget,cronjob'
      const left = async () =>
        (await household.kubectl('get', kinds, '--output', 'name'))
          .split('\n')
          .filter((name) => name !== '' && !/kube-root-ca.crt|serviceaccount\/default/.test(name))
          .toSorted()
      const kept = ['data-nido-database-0', 'data-nido-store-0', 'nido-backup']
      const wanted = [...kept.map((name) => `persistentvolumeclaim/${name}`), `secret/${RELEASE}`]
      await happens(async () => (await left()).length === wanted.length, 'everything else is gone')
      expect(await left()).toEqual(wanted)
    },
    5 * MINUTE_MS,
  )

  step(
    'the cluster leaves no process, mount, group, link or namespace',
    async () => {
      await cluster.stop()
      expect(cluster.left).toEqual([])
    },
    3 * MINUTE_MS,
  )
})

describe('the images', () => {
  const tag = (name: string) => `localhost/nido/${name}:0.1.0`
  for (const [name, of, limit] of [
    ['api without ffmpeg', LEAN, 120],
    ['api', tag('api'), 280],
    ['worker', tag('worker'), 320],
    ['web', tag('web'), 60],
  ] as const)
    step(
      `${name}: at most ${limit} MB in a registry`,
      async () => {
        const bytes = await compressedBytes(cluster.images, of)
        process.stderr.write(`${name}: ${(bytes / MB).toFixed(1)} MB\n`)
        expect(bytes).toBeLessThan(limit * MB)
      },
      MINUTE_MS,
    )
})
