// Behind a proxy that the settings do not name, all people share one address and its limits. An administrator must
// learn of that (C11).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { StatusRecord } from '../../backend/contract/status.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { until } from '../helpers/until.ts'

const NAMED = 1
let nido: Nido
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  await nido.addReplica({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => nido.stop())

const isTold = async (replica: number) =>
  (await (await nido.adminClient()).get('/api/status', { replica })).expect(200).json<StatusRecord>().household
    ?.unnamedProxy
const warnings = (replica: number) =>
  nido.replicas[replica]?.log.filter((line) => line.includes('TRUSTED_PROXIES')) ?? []

describe('C11: a proxy that the settings do not name', () => {
  it('is on the status page, and once in the log; a named one is not', async () => {
    expect([await isTold(0), await isTold(NAMED)]).toEqual([false, false])
    for (const replica of [0, NAMED]) {
      for (const address of ['198.51.100.7', '198.51.100.8', '198.51.100.9'])
        await nido.client().get('/health', { replica, headers: { 'X-Forwarded-For': address } })
    }
    expect([await isTold(0), await isTold(NAMED)]).toEqual([true, false])
    expect(await until(() => warnings(0).length > 0)).toBe(true)
    expect(warnings(0).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', address: '127.0.0.1' }),
    ])
    expect(warnings(NAMED)).toEqual([])
  })

  it('is shown to administrators only', async () => {
    expect((await (await nido.makePerson()).get('/api/status', { replica: 0 })).expect(200).text).not.toContain(
      'unnamedProxy',
    )
  })
})
