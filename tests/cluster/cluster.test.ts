// Nido on a real Kubernetes: installed, used, changed, damaged, backed up, destroyed and restored. The steps build on
// each other.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from '@jest/globals'
import { ROOT } from '../../scripts/lib/places.ts'
import type { Client } from '../helpers/client.ts'
import { notRun } from '../helpers/operations-page.ts'
import { happens } from '../helpers/until.ts'
import type { MediaSite } from '../importing/media-site.ts'
import { Cluster } from './cluster.ts'
import { Household, RELEASE, VALUES } from './household.ts'
import { beginImport, importEnds, isImported, startSite } from './importing.ts'
import { Load, type LoadEnd, lost } from './load/load.ts'
import { steady } from './load/steady.ts'
import { Manual } from './manual.ts'
import { anyFailed, step, WHY_NOT } from './step.ts'

const MINUTE_MS = 60_000

const COMPONENTS = ['api', 'web', 'worker', 'store', 'database']

let cluster: Cluster
let household: Household
let manual: Manual
let site: MediaSite
let folder: string
let person: Client
let atWork: LoadEnd

beforeAll(async () => {
  if (WHY_NOT !== '') return
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-release-'))
  await writeFile(path.join(folder, 'values.json'), JSON.stringify(VALUES))
  await symlink(path.join(ROOT, 'charts'), path.join(folder, 'charts'))
  cluster = await Cluster.start()
  household = new Household(cluster)
  manual = new Manual(cluster, folder)
  site = await startSite()
}, 25 * MINUTE_MS)

afterAll(async () => {
  if (WHY_NOT !== '') return
  if (anyFailed()) await cluster?.describe()
  await site?.stop()
  await cluster?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}, 3 * MINUTE_MS)

/** Installs the release, with further words. */
const install = (more = '') => manual.run('helm install', `--values values.json ${more}`)

describe('a household on Kubernetes', () => {
  step(
    'is installed into a namespace of the level restricted, and everything becomes ready',
    async () => {
      await cluster.kubectl('create', 'namespace', RELEASE)
      const level = 'pod-security.kubernetes.io/enforce=restricted'
      await cluster.kubectl('label', 'namespace', RELEASE, level)
      await install()
      for (const component of COMPONENTS) await household.isWhole(component)
      // They wait for each other without ending.
      expect(await household.restarts()).toBe(0)
    },
    6 * MINUTE_MS,
  )

  step(
    'passes helm test: signs in, uploads, downloads, compares, imports',
    async () => {
      // Without --logs: what has succeeded is removed at once.
      expect(await manual.run('helm test')).toMatch(/^Phase: +Succeeded$/m)
      expect(site.seen.map((request) => request.path)).toContain('/letter.bin')
    },
    4 * MINUTE_MS,
  )

  step(
    'serves a person from outside',
    async () => {
      const admin = await household.admin()
      person = await admin.makePerson({ perm: { importYouTube: true } })
      ;(await person.post('/api/resources/a/b.txt', 'text')).expect(200)
      expect((await person.get('/api/raw/a/b.txt')).text).toBe('text')
      ;(await person.get('/emulatorjs/data/loader.js')).expect(200)
    },
    MINUTE_MS,
  )

  step(
    'has the programs that it calls, with their libraries',
    async () => {
      const said = await household.versions()
      expect(said.map((line) => line.split(' ', 2).join(' '))).toEqual([
        'ffmpeg version',
        'ffprobe version',
        'ffmpeg version',
        expect.stringMatching(/^\d{4}\.\d\d\.\d\d/),
      ])
    },
    MINUTE_MS,
  )

  step(
    'is upgraded with other values: pods are replaced, secrets and files stay',
    async () => {
      const secret = () => household.kubectl('get', 'secret', RELEASE, '--output', 'jsonpath={.data}')
      const [before, pods] = [await secret(), await household.pods('api')]
      await manual.run('helm upgrade', '--set settings.LOG_LEVEL=debug --set api.replicas=1')
      await household.isWhole('api')
      expect(await secret()).toBe(before)
      expect((await household.pods('api')).filter((pod) => pods.includes(pod))).toEqual([])
      expect(await manual.run('kubectl -n nido exec')).toContain('1 API process')
      expect((await person.get('/api/raw/a/b.txt')).text).toBe('text')
    },
    6 * MINUTE_MS,
  )

  step(
    'is rolled back',
    async () => {
      await manual.run('helm rollback')
      await household.isWhole('api')
      expect(await household.pods('api')).toHaveLength(2)
      expect((await person.get('/api/raw/a/b.txt')).text).toBe('text')
    },
    6 * MINUTE_MS,
  )

  step(
    'is scaled to one API process, and then to three and two workers',
    async () => {
      await household.kubectl('scale', 'deployment/nido-api', '--replicas', '1')
      await household.isWhole('api')
      await manual.follow('Scale')
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
      const imported = await beginImport(person)
      for (const component of COMPONENTS) {
        const [pod = ''] = await household.pods(component)
        const before = load.done
        await household.kubectl('delete', pod, '--wait=false')
        await household.isWhole(component)
        await happens(() => load.done > before || load.failures.length > 0, `people go on without ${pod}`)
      }
      const [pod = ''] = await household.pods('api')
      await household.kubectl('delete', pod, '--grace-period=0', '--force')
      await household.isWhole('api')
      await importEnds(person, imported)
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

  step(
    'it is looked at, and scaled down again',
    async () => {
      for (const what of ['get pods', 'describe pod', 'get jobs'])
        expect(await manual.run(`kubectl -n nido ${what}`)).toContain('nido-')
      await household.kubectl('scale', 'deployment/nido-api', '--replicas', '1')
      await household.isWhole('api')
      expect(await lost(person.token, new Map([...atWork.acknowledged].slice(0, 5)))).toEqual([])
    },
    3 * MINUTE_MS,
  )
})

describe('backed up', () => {
  step(
    'it is destroyed, with its volumes, and restored by the commands of the documentation: every hash is right',
    async () => {
      await manual.follow('Back up')
      expect(await manual.run('kubectl -n nido logs job/NAME', '', { NAME: 'backup-now' })).not.toBe('')
      await manual.run('kubectl -n nido scale deployment/nido-api --replicas 0')
      await household.helm('uninstall', RELEASE, '--wait')
      await household.kubectl('delete', 'secret', RELEASE)
      await household.kubectl('delete', 'jobs', '--all')
      await household.kubectl('delete', 'pvc', 'data-nido-store-0', 'data-nido-database-0')
      await install('--set backup.persistence.existingClaim=nido-backup')
      await manual.follow('Restore')
      for (const component of ['api', 'worker']) await household.isWhole(component)
      person = await household.client().signIn(person.username, person.password)
      expect(await lost(person.token, atWork.acknowledged)).toEqual([])
      expect(await isImported(person)).toBe(true)
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
      const kept = ['data-nido-database-0', 'data-nido-store-0', 'nido-backup']
      const wanted = [...kept.map((name) => `persistentvolumeclaim/${name}`), `secret/${RELEASE}`]
      await happens(async () => (await household.left()).length === wanted.length, 'everything else is gone')
      expect(await household.left()).toEqual(wanted)
    },
    5 * MINUTE_MS,
  )

  step(
    'no command of docs/operations.md for a cluster was left out',
    async () => expect(await notRun('cluster', manual.ran)).toEqual([]),
    MINUTE_MS,
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
