// Metrics as Prometheus gets them: a Nido does some work, then its processes are asked.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findFreePort } from '../../scripts/lib/ports.ts'
import type { Client } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { readMetrics, type Sample } from '../helpers/scrape.ts'
import { happens } from '../helpers/until.ts'
import { type MediaSite, startMediaSite } from '../importing/media-site.ts'

let nido: Nido
let site: MediaSite
let person: Client
let ports: { api: number; worker: number }
let samples: { api: Sample[]; worker: Sample[] }

beforeAll(async () => {
  ports = { api: await findFreePort(), worker: await findFreePort() }
  site = await startMediaSite()
  site.pages.set('/whole.bin', { body: 'some bytes' })
  // One that is never over.
  site.pages.set('/endless.bin', (_, response) => void response.writeHead(200).write('some'))
  const settings = { METRICS_PORT: String(ports.api), IMPORT_PRIVATE_ADDRESSES: '127.0.0.1' }
  nido = await startNido({ replicas: 1, settings })
  await nido.addWorker({ WORKER_PORT: String(ports.worker) })
  person = await nido.makePerson({ quota: 1000 })
  ;(await person.post('/api/resources/a/b.txt', 'some text')).expect(200)
  ;(await person.patch('/api/resources/a?action=rename&destination=%2Fc')).expect(200)
  ;(await person.post('/api/resources/too-large.txt', 'x'.repeat(2000))).expect(507)
  ;(await person.get('/api/raw/c/b.txt')).expect(200)
  await LivePage.open(nido.urls[0] ?? '', person.token)
  const isEnded = async () => valueOf(await readMetrics(ports.api), 'nido_operation_seconds_count') > 0
  await happens(isEnded, 'the rename is over')
  samples = { api: await readMetrics(ports.api), worker: await readMetrics(ports.worker) }
}, 120_000)
afterAll(async () => {
  await nido.stop()
  await site.stop()
})

/** The sum of what has this name and these labels. */
function valueOf(all: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return all
    .filter((one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)
}
const ofApi = (name: string, labels?: Record<string, string>) => valueOf(samples.api, name, labels)
const ofWorker = (name: string, labels?: Record<string, string>) => valueOf(samples.worker, name, labels)

describe('the metrics of the API', () => {
  it('count requests by route and status, and their bytes', () => {
    const route = '/api/raw{/*path}'
    expect(ofApi('nido_request_seconds_count', { method: 'GET', route, status: '200' })).toBe(1)
    expect(ofApi('nido_request_seconds_bucket', { route, le: '+Inf' })).toBe(1)
    expect(ofApi('nido_received_bytes_total')).toBeGreaterThan(9)
    expect(ofApi('nido_sent_bytes_total')).toBeGreaterThan(9)
    expect(ofApi('nido_requests_running')).toBeGreaterThanOrEqual(0)
  })

  it('count errors, and what limits refused', () => {
    expect(ofApi('nido_errors_total', { code: 'noRoom' })).toBe(1)
    expect(ofApi('nido_refused_total', { code: 'noRoom' })).toBe(1)
  })

  it('time requests to S3 and commands to the database', () => {
    for (const call of ['put', 'copy', 'list versions', 'get'])
      expect(ofApi('nido_storage_seconds_count', { call, outcome: 'ok' })).toBeGreaterThan(0)
    for (const command of ['find', 'update'])
      expect(ofApi('nido_database_seconds_count', { command, outcome: 'ok' })).toBeGreaterThan(0)
    expect(ofApi('nido_journal_seconds_count', { step: 'read' })).toBeGreaterThan(0)
  })

  it('time operations, and tell what is under way', () => {
    expect(ofApi('nido_operation_seconds_count', { kind: 'move' })).toBe(1)
    expect(ofApi('nido_operations_oldest_seconds')).toBe(0)
  })

  it('tell of the index, of pages, of backups and of the process', () => {
    expect(ofApi('nido_index_objects')).toBeGreaterThan(0)
    expect(ofApi('nido_event_sockets')).toBe(1)
    for (const name of [
      'nido_index_bytes',
      'nido_index_check_age_seconds',
      'nido_index_lag_seconds_count',
      'nido_index_corrections_total',
      'nido_backup_timestamp_seconds',
      'nido_nodejs_eventloop_lag_p99_seconds',
      'nido_process_resident_memory_bytes',
      'nido_process_cpu_seconds_total',
      'nido_info',
    ])
      expect(samples.api.map((one) => one.name)).toContain(name)
  })

  it('have few labels, and none that a person may choose', () => {
    const series = new Set(samples.api.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`))
    expect(series.size).toBeLessThan(3000)
    const values = samples.api.flatMap(({ labels }) => Object.values(labels)).join('\n')
    for (const own of [person.username, person.scope, 'b.txt', nido.bucketPrefix]) expect(values).not.toContain(own)
  })
})

describe('the metrics of a worker', () => {
  it('tell which program it is, and of its storage, its database and its process', () => {
    expect(ofWorker('nido_info', { program: 'worker' })).toBe(1)
    expect(ofApi('nido_info', { program: 'api' })).toBe(1)
    const names = samples.worker.map((one) => one.name)
    expect(ofWorker('nido_storage_seconds_count')).toBeGreaterThan(0)
    expect(ofWorker('nido_database_seconds_count')).toBeGreaterThan(0)
    expect(names).toEqual(expect.arrayContaining(['nido_operations_oldest_seconds', 'nido_process_cpu_seconds_total']))
  })
})

describe('the metrics of jobs', () => {
  it('count what waits, runs and has ended, in a real scrape of both programs', async () => {
    const importer = await nido.makePerson({ perm: { importYouTube: true } })
    const links = ['/whole.bin', '/none.bin', '/endless.bin'].map((path) => site.url + path)
    ;(await importer.post('/api/imports', { links })).expect(200)
    const scrape = async () => {
      samples = { api: await readMetrics(ports.api), worker: await readMetrics(ports.worker) }
    }
    const isSettled = async () => {
      await scrape()
      return ofWorker('nido_jobs_ended_total') === 2 && ofWorker('nido_jobs_running') === 1
    }
    await happens(isSettled, 'one is done, one has failed, one runs')
    await scrape()
    const kind = 'link'
    expect(ofWorker('nido_jobs_running', { kind })).toBe(1)
    for (const state of ['done', 'failed']) expect(ofWorker('nido_jobs_ended_total', { kind, state })).toBe(1)
    for (const state of ['done', 'failed', 'running'])
      expect([ofWorker('nido_jobs', { kind, state }), ofApi('nido_jobs', { kind, state })]).toEqual([1, 1])
    expect(ofApi('nido_jobs_ended_total')).toBe(0)
  })
})
