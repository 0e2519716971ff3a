// The hub with real sockets in this process; what it is told of people and changes is the test's own.
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSED_SIGNED_OUT, type EventFrame } from '../../../contract/events.ts'
import type { Rule } from '../../../contract/users.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { sleep } from '../../lib/sleep.ts'
import { parseUserPath, placeOfScope, placeOfText } from '../../storage/paths.ts'
import type { FolderChange } from '../../storage/types.ts'
import { happens } from '../../../../tests/helpers/until.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'
import { Events, type EventsOptions } from './service.ts'

const DAY_MS = 86_400_000
const ENDS: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ENDS.splice(0).toReversed()) await end()
})

/** A house in which everything can be changed: who is there, whose session goes on, and what happens. */
async function openHouse(options: Partial<EventsOptions> = {}) {
  const house = {
    rules: [] as Rule[],
    sessionEnds: (Date.now() + DAY_MS) as number | null,
    isDatabaseAway: false,
    troubles: 0,
    /** How long it takes to ask who somebody is. */
    slownessMs: 0,
    happen: (_change: FolderChange) => undefined as void,
    versionsChanged: () => undefined as void,
  }
  const metrics = createMetrics()
  const user = { id: 1, scope: '/ann', hideDotfiles: false, rules: [], changed: new Date(0) } as unknown as User
  const actor = {
    userId: 1,
    mounts: { scope: placeOfScope('nido-', '/ann'), sharedFolder: '', sharedBucket: '' },
  } as Actor
  const events = new Events({
    storage: {
      watch: (listener) => {
        house.happen = listener
        return () => undefined
      },
      attend: () => undefined,
      operations: { recent: async () => [] },
    },
    uploadReports: { recent: async () => [] },
    tree: {
      seen: (_, change) => {
        const names = change.names.filter((name) => !house.rules.some(({ path }) => `/${name}`.startsWith(path)))
        return names.length === 0 ? null : { folder: parseUserPath('/'), names }
      },
    },
    standing: {
      person: async () => {
        if (house.slownessMs > 0) await sleep(house.slownessMs)
        if (house.isDatabaseAway) throw new Error('away')
        return { user, actor, rules: [...house.rules] }
      },
      sessionEnd: async () => house.sessionEnds,
    },
    changeCounters: {
      onChange: (_, listener) => {
        house.versionsChanged = listener
      },
    },
    metrics,
    log: {
      warn: () => {
        house.troubles += 1
      },
    },
    pingMs: DAY_MS,
    tokenLifeMs: 7_200_000,
    now: Date.now,
    ...options,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, { url }) =>
    events.open(socket, {
      userId: 1,
      sessionId: 's',
      since: new URL(url ?? '', 'http://x').searchParams.get('since') ?? undefined,
      hasOldToken: false,
      recordChanged: Infinity,
    }),
  )
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  ENDS.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
    () => events.stop(),
    async () => server.clients.forEach((client) => client.terminate()),
  )

  async function visit({ since = '', autoPong = true } = {}) {
    const frames: EventFrame[] = []
    const socket = new WebSocket(
      `ws://127.0.0.1:${(server.address() as AddressInfo).port}/${since && `?since=${since}`}`,
      { autoPong },
    )
    const page = {
      socket,
      frames,
      closeCode: 0,
      names: () => frames.flatMap((frame) => (frame.type === 'changed' ? frame.names : [])),
      count: (type: EventFrame['type']) => frames.filter((frame) => frame.type === type).length,
    }
    socket
      .on('message', (data) => void frames.push(JSON.parse(String(data)) as EventFrame))
      .on('close', (code) => {
        page.closeCode = code
      })
    await eventually(() => frames.length > 0)
    return page
  }
  const metric = async (name: string) =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(name))
      .map((line) => line.slice(name.length))
  return {
    house,
    events,
    visit,
    metric,
    change: (...names: string[]) => house.happen({ folder: placeOfText('nido-ann'), names }),
  }
}

const eventually = (isTrue: () => boolean) => happens(isTrue, 'what was to come')

describe('telling pages', () => {
  it('leaves out nobody who comes while the others are asked whether they live', async () => {
    const { house, visit, change } = await openHouse({ pingMs: 10 })
    house.slownessMs = 60
    const page = await visit()
    house.slownessMs = 0
    change('a')
    await eventually(() => page.names().length > 0 && page.count('alive') > 1)
    expect(page.names()).toEqual(['a'])
  })

  it('is in order, counted for the metrics', async () => {
    const { visit, change, metric } = await openHouse()
    const [one, two] = [await visit(), await visit()]
    for (let index = 0; index < 20; index++) change(`f${index}`)
    for (const page of [one, two]) {
      await eventually(() => page.names().length === 20)
      expect(page.frames.map(({ seq }) => seq)).toEqual([0, 0, ...Array.from({ length: 20 }, (_, index) => index + 1)])
    }
    expect(await metric('nido_event_sockets ')).toEqual(['2'])
    expect(await metric('nido_event_frames_total')).toEqual([
      '{type="alive"} 2',
      '{type="resync"} 2',
      '{type="changed"} 40',
    ])
    one.socket.close()
    two.socket.terminate()
    await eventually(() => one.closeCode > 0 && two.closeCode > 0)
  })

  it('takes what any feature tells, and asks what each person may hear of it, also after an absence', async () => {
    const { events, visit } = await openHouse()
    const told = (name: string, mayHear: boolean) => ({
      newsFor: ({ userId }: Actor) =>
        mayHear ? { type: 'changed' as const, folder: `/${userId}`, names: [name] } : null,
    })
    const page = await visit()
    await eventually(() => page.count('resync') === 1)
    const { epoch = '' } = page.frames.find((frame) => frame.type === 'resync') ?? {}
    events.publish(told('for all', true))
    events.publish(told('hidden', false))
    events.publish(told('for another', true), 2)
    events.publish(told('for me', true), 1)
    await eventually(() => page.names().length === 2)
    expect(page.frames.filter((frame) => frame.type === 'changed')).toEqual([
      { seq: 1, type: 'changed', folder: '/1', names: ['for all'] },
      { seq: 2, type: 'changed', folder: '/1', names: ['for me'] },
    ])
    const back = await visit({ since: `${epoch}.1` })
    await eventually(() => back.names().length === 1)
    expect([back.names(), back.count('resync')]).toEqual([['for me'], 0])
  })

  it('stops for a page that does not read, which looks anew once it has read', async () => {
    const { visit, change } = await openHouse()
    const [slow, quick] = [await visit(), await visit()]
    slow.socket.pause()
    // More than all buffers of the two ends of a connection hold.
    const names = Array.from({ length: 190 }, (_, index) => `${index}-${'x'.repeat(240)}`)
    for (let round = 0; round < 400; round++) {
      change(...names, `last-${round}`)
      if (round % 4 === 3) await eventually(() => quick.frames.at(-1)?.seq === round + 1)
    }
    slow.socket.resume()
    await eventually(() => slow.count('resync') === 2)
    expect(slow.names()).not.toContain('last-399')
    expect(quick.count('resync')).toBe(1)
    change('after')
    await eventually(() => slow.names().includes('after'))
    expect(slow.frames.at(-1)?.seq).toBe(401)
  })

  it('is only of what may be read when it is told, also for one who comes back', async () => {
    const { house, visit, change } = await openHouse()
    const page = await visit()
    await eventually(() => page.count('resync') === 1)
    change('secret')
    await eventually(() => page.names().includes('secret'))
    const [, first] = page.frames
    house.rules = [{ regex: false, allow: false, path: '/secret' }]
    house.versionsChanged()
    await eventually(() => page.count('resync') === 2)
    change('secret')
    change('open')
    await eventually(() => page.names().includes('open'))
    expect(page.names()).toEqual(['secret', 'open'])
    const back = await visit({ since: `${first?.type === 'resync' ? first.epoch : ''}.0` })
    await eventually(() => back.count('resync') === 1)
    expect(back.names()).toEqual([])
  })

  it('tells nothing while it cannot be asked who may hear it; then all look anew', async () => {
    const { house, visit, change } = await openHouse()
    const page = await visit()
    await eventually(() => page.count('resync') === 1)
    house.isDatabaseAway = true
    change('unheard')
    await eventually(() => house.troubles === 1)
    house.isDatabaseAway = false
    change('heard')
    await eventually(() => page.names().includes('heard'))
    expect(page.frames.slice(2)).toEqual([
      { seq: 0, type: 'resync', epoch: expect.any(String) },
      { seq: 1, type: 'changed', folder: '/', names: ['heard'] },
    ])
  })
})

describe('a page', () => {
  it('that does not answer any more is let go, one that does stays', async () => {
    const { visit } = await openHouse({ pingMs: 400 })
    const [dead, living] = [await visit({ autoPong: false }), await visit()]
    await eventually(() => dead.closeCode === 1006)
    const heard = living.count('alive')
    await eventually(() => living.count('alive') > heard + 1)
    expect(living.closeCode).toBe(0)
  })

  it('whose session has ended hears so and is closed', async () => {
    const { house, visit } = await openHouse()
    const page = await visit()
    await eventually(() => page.count('resync') === 1)
    house.sessionEnds = null
    house.versionsChanged()
    await eventually(() => page.closeCode === CLOSED_SIGNED_OUT)
    expect(page.frames.at(-1)).toEqual({ seq: 0, type: 'session', state: 'ended' })
  })

  it('is told in time to renew its token, and not again and again', async () => {
    const { house, visit, change } = await openHouse()
    house.sessionEnds = Date.now() + 3_000_000
    const page = await visit()
    change('a')
    change('b')
    await eventually(() => page.names().includes('b') && page.count('session') > 0)
    expect(page.count('session')).toBe(1)
  })
})
