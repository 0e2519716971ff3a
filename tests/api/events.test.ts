// What open pages hear over the socket (api-contract 15, H04), on two replicas: what their person may read, and nothing
// else.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { CLOSED_SIGNED_OUT } from '../../backend/contract/events.ts'
import { hasEnded } from '../../backend/contract/operations.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { Client } from '../helpers/client.ts'
import { LivePage, type PageOptions } from '../helpers/live.ts'
import { startNido, useSite, type Site } from '../helpers/nido.ts'
import { payloadOf } from '../helpers/token.ts'
import { filesOf } from './files-client.ts'

let site: Site & { stop(): Promise<void> }
const pages: LivePage[] = []
beforeAll(async () => {
  site = await useSite()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()))
})
afterAll(() => site.stop())

const url = (replica: number) => site.urls[replica] ?? ''
const open = async ({ token }: Client, replica: number, options?: PageOptions): Promise<LivePage> => {
  const page = await LivePage.open(url(replica), token, options)
  pages.push(page)
  return page
}
/** A page on each replica. */
const openBoth = (client: Client) => Promise.all([open(client, 0), open(client, 1)])
const word = () => randomBytes(4).toString('hex')
const change = async (id: number, fields: Record<string, unknown>) => {
  const admin = await site.adminClient()
  ;(
    await admin.put(`/api/users/${id}`, {
      what: 'user',
      which: Object.keys(fields),
      current_password: site.admin.password,
      data: { id, ...fields },
    })
  ).expect(200)
}
const denying = (path: string) => ({ rules: [{ regex: false, allow: false, path }] })

describe('the socket', () => {
  it('is for those who are signed in, by header, query or cookie', async () => {
    const { token } = await site.makePerson()
    const statuses = (options?: PageOptions, given = '') =>
      Promise.all([0, 1].map((replica) => LivePage.statusOf(url(replica), given, options)))
    expect(await statuses()).toEqual([401, 401])
    expect(await statuses({}, 'a.b.c')).toEqual([401, 401])
    expect(await statuses({}, token)).toEqual([101, 101])
    for (const name of ['nido', 'auth']) {
      expect(await statuses({ headers: { Cookie: `${name}=${token}` } })).toEqual([101, 101])
    }
    expect(await statuses({ since: `x.1&auth=${token}` })).toEqual([101, 101])
  })

  it('is for pages of this site only', async () => {
    const { token } = await site.makePerson()
    const from = (origin: string) =>
      LivePage.statusOf(url(0), '', { headers: { Cookie: `auth=${token}`, Origin: origin } })
    for (const origin of ['https://evil.example', 'null', `${url(0)}1`, url(0).replace('//', '//sub.')])
      expect([origin, await from(origin)]).toEqual([origin, 403])
    expect(await from(url(0))).toBe(101)
  })

  it('needs a proper upgrade request', async () => {
    const person = await site.makePerson()
    expect((await person.get('/api/events')).status).toBe(400)
    expect((await site.client().get('/api/events')).status).toBe(401)
    expect((await person.post('/api/events')).status).toBe(404)
    expect(await LivePage.statusOf(url(0), person.token, { since: 'nonsense' })).toBe(400)
    // An upgrade to another protocol is ignored, and no other address has a socket.
    expect((await person.get('/api/status', { headers: { Connection: 'Upgrade', Upgrade: 'h2c' } })).status).toBe(200)
    expect(await LivePage.statusOf(`${url(0)}/api/raw`, person.token)).toBe(404)
    expect((await person.get('/api/events', { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } })).status).toBe(
      400,
    )
  })

  it('is closed if a page sends anything', async () => {
    const person = await site.makePerson()
    const [talker, shouter] = await openBoth(person)
    talker.socket.send('hello')
    shouter.socket.send(Buffer.alloc(10 * 1024 * 1024))
    await talker.hears(() => talker.isClosed)
    await shouter.hears(() => shouter.isClosed)
    expect([talker.closeCode, [1006, 1009].includes(shouter.closeCode)]).toEqual([1008, true])
  })

  it('is refused to a person who has too many', async () => {
    const person = await site.makePerson()
    await Promise.all(Array.from({ length: 32 }, () => open(person, 0)))
    expect(await LivePage.statusOf(url(0), person.token)).toBe(429)
    await pages[0]?.close()
    expect(await LivePage.statusOf(url(0), person.token)).toBe(101)
  })
})

describe('a change', () => {
  it('is seen by all pages of the person, and by nobody else', async () => {
    const [ana, bob] = [filesOf(await site.makePerson()), filesOf(await site.makePerson())]
    const [here, there] = await openBoth(ana.client)
    const strangers = await openBoth(bob.client)
    await ana.given({ 'a.txt': 'x', 'box/b.txt': 'y' })
    for (const page of [here, there]) await page.hearsOf('/a.txt', '/box/b.txt')
    ;(await ana.rename('/box', '/chest')).expect(200)
    for (const page of [here, there]) await page.hearsOf('/box', '/chest')
    ;(await ana.remove('/a.txt')).expect(204)
    ;(await ana.mkdir('/last')).expect(200)
    for (const page of [here, there]) await page.hearsOf('/last')
    // The last event that the stranger hears comes after all of that.
    await bob.given({ 'own.txt': 'x' })
    for (const page of strangers) await page.hearsOf('/own.txt')
    // Other tests put things into the shared folder, and everybody may hear of that.
    expect(
      [...new Set(strangers.flatMap((page) => page.changed))].filter(
        (path) => !['/own.txt', '/**'].includes(path) && !path.startsWith('/Shared'),
      ),
    ).toEqual([])
  })

  it('in the shared folder is seen by all who may read it', async () => {
    const [name, secret] = [word(), word()]
    const ana = filesOf(await site.makePerson())
    const [bob, eve] = [await site.makePerson(), await site.makePerson(denying(`/Shared/${secret}`))]
    const both = await openBoth(bob)
    const barred = await openBoth(eve)
    await ana.given({ [`Shared/${secret}/plan.txt`]: 'x', [`Shared/${name}.txt`]: 'x' })
    for (const page of both) await page.hearsOf(`/Shared/${secret}/plan.txt`, `/Shared/${name}.txt`)
    for (const page of barred) {
      await page.hearsOf(`/Shared/${name}.txt`)
      expect(page.changed.filter((path) => path.includes(secret))).toEqual([])
    }
  })

  it('of a hidden dotfile is not seen by people who hide dotfiles', async () => {
    const ana = filesOf(await site.makePerson({ hideDotfiles: true }))
    const admin = filesOf(Object.assign(await site.makePerson({ scope: ana.client.scope })))
    const page = await open(ana.client, 0)
    await admin.given({ '.secret': 'x', '.config/x': 'y', 'open.txt': 'z' })
    await page.hearsOf('/open.txt')
    expect(page.changed.filter((path) => path.includes('/.'))).toEqual([])
  })

  it("has paths in each person's own tree", async () => {
    const home = `home${word()}`
    const [whole, part] = [
      filesOf(await site.makePerson({ scope: `/${home}` })),
      await site.makePerson({ scope: `/${home}/inner/docs` }),
    ]
    const [above, below] = [await open(whole.client, 0), await open(part, 0)]
    await whole.given({ 'inner/docs/a/b.txt': 'x' })
    await above.hearsOf('/inner/docs/a/b.txt')
    await below.hearsOf('/a/b.txt')
    ;(await whole.rename('/inner', '/outer')).expect(200)
    await below.hears(() => below.changed.includes('/**'))
  })
})

describe('a page that was away', () => {
  it('hears what it missed', async () => {
    const ana = filesOf(await site.makePerson())
    const page = await open(ana.client, 0)
    await ana.given({ 'before.txt': 'x' })
    await page.hearsOf('/before.txt')
    const since = page.place
    await page.close()
    const witness = await open(ana.client, 0)
    await ana.given({ 'one.txt': '1', 'two.txt': '2' })
    await witness.hearsOf('/one.txt', '/two.txt')
    const back = await open(ana.client, 0, { since })
    await back.hearsOf('/one.txt', '/two.txt')
    expect(back.all('resync')).toEqual([])
    expect(back.frames[1]?.seq).toBe(Number(since.split('.')[1]) + 1)
  })

  it('does not hear what it may no longer read', async () => {
    const ana = filesOf(await site.makePerson())
    const page = await open(ana.client, 0)
    const since = page.place
    await page.close()
    const witness = await open(ana.client, 0)
    await ana.given({ 'secret.txt': 'x' })
    await witness.hearsOf('/secret.txt')
    await change(ana.client.id, denying('/secret.txt'))
    const back = await open(ana.client, 0, { since })
    await ana.given({ 'open.txt': 'x' })
    await back.hearsOf('/open.txt')
    expect(back.changed).not.toContain('/secret.txt')
  })

  it('is told to reload where nobody knows what it missed', async () => {
    const person = await site.makePerson()
    const page = await open(person, 0)
    // A page counts as open once it has heard anything. The event with the epoch comes second.
    await page.hears(() => page.all('resync').length > 0)
    for (const [replica, since] of [
      [1, page.place],
      [0, 'other-epoch.3'],
      [0, `${page.all('resync')[0]?.epoch ?? ''}.99`],
    ] as const) {
      const back = await open(person, replica, { since })
      await back.hears(() => back.frames.length >= 2)
      expect(back.frames.slice(0, 2).map(({ type }) => type)).toEqual(['alive', 'resync'])
    }
  })
})

describe('a person who is signed out', () => {
  it.each([
    ['by hand', async (client: Client) => void (await client.post('/api/logout')).expect(204)],
    ['by a new password', async (client: Client) => change(client.id, { password: `New-${word()}-Pass-${word()}` })],
    [
      'for good',
      async (client: Client) =>
        void (
          await (
            await site.adminClient()
          ).delete(`/api/users/${client.id}`, { body: { current_password: site.admin.password } })
        ).expect(200),
    ],
  ])('%s is told, and hears nothing more', async (_, end) => {
    const person = await site.makePerson()
    const both = await openBoth(person)
    await end(person)
    for (const page of both) {
      await page.hears(() => page.isClosed)
      expect([page.frames.at(-1), page.closeCode]).toEqual([
        expect.objectContaining({ type: 'session', state: 'ended' }),
        CLOSED_SIGNED_OUT,
      ])
    }
  })

  it('is only the one who ended the session', async () => {
    const person = await site.makePerson()
    const other = await person.signIn(person.username, person.password)
    const [ended, kept] = [await open(person, 0), await open(other, 1)]
    ;(await person.post('/api/logout')).expect(204)
    await ended.hears(() => ended.isClosed)
    await filesOf(other).given({ 'on.txt': 'x' })
    await kept.hearsOf('/on.txt')
    expect(kept.isClosed).toBe(false)
  })
})

describe('a person whose rights change', () => {
  it('hears it on every page, and sees the tree anew', async () => {
    const person = await site.makePerson()
    const both = await openBoth(person)
    await change(person.id, denying('/secret'))
    for (const page of both)
      await page.hears(
        () => page.all('session').some(({ state }) => state === 'renew') && page.all('resync').length === 2,
      )
    await filesOf(person).given({ 'after.txt': 'x' })
    for (const page of both) await page.hearsOf('/after.txt')
    expect(new Set(both[0].all('resync').map(({ epoch }) => epoch)).size).toBe(2)
  })
})

describe('a page that renews its token at once', () => {
  it.each([0, 1])(
    'gets what is stored, even from a replica that has not heard of the change (asking replica %s)',
    async (replica) => {
      const person = await site.makePerson()
      const both = await openBoth(person)
      const renewals = both.map(async (page) => {
        await page.hears(() => page.all('session').some(({ state }) => state === 'renew'))
        const token = (await person.post('/api/renew', '', { replica })).expect(200).text
        return payloadOf(token).user.singleClick
      })
      await change(person.id, { singleClick: true })
      expect(await Promise.all(renewals)).toEqual([true, true])
    },
  )
})

describe("a page whose token is older than its person's record", () => {
  it('is told on arrival to renew it', async () => {
    const person = await site.makePerson()
    await change(person.id, { singleClick: true })
    const page = await open(person, 0)
    await page.hears(() => page.frames.length >= 2)
    expect(page.frames[1]).toMatchObject({ type: 'session', state: 'renew' })
  })
})

describe('a long change', () => {
  it('is reported to its person as it proceeds, on every page', async () => {
    const [ana, bob] = [filesOf(await site.makePerson()), await site.makePerson()]
    const both = await openBoth(ana.client)
    const strangers = await openBoth(bob)
    await ana.given(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`box/f${index}`, 'x'])))
    ;(await ana.copy('/box', '/copy')).expect(200)
    for (const page of both) {
      // Its final figures may be written a moment after it has ended.
      await page.hears(() =>
        page.all('operation').some(({ operation }) => hasEnded(operation) && operation.itemsDone === 8),
      )
      expect(page.all('operation').at(-1)?.operation).toMatchObject({
        kind: 'copy',
        source: '/box',
        destination: '/copy',
        state: 'done',
        itemsTotal: 8,
      })
    }
    await filesOf(bob).given({ 'own.txt': 'x' })
    for (const page of strangers) await page.hearsOf('/own.txt')
    expect(strangers.flatMap((page) => page.all('operation'))).toEqual([])
  })
})

describe('a replica', () => {
  it('serves sockets below its base path, drops dead pages, counts them, and says goodbye on stopping', async () => {
    const metricsPort = await findFreePort()
    const nido = await startNido({
      replicas: 1,
      settings: { BASE_URL: '/cloud', EVENTS_PING: '1s', METRICS_PORT: String(metricsPort) },
    })
    try {
      const { token } = await nido.makePerson()
      const [base = ''] = nido.urls
      expect(await LivePage.statusOf(base.replace('/cloud', ''), token)).toBe(404)
      const [dead, living] = [await LivePage.open(base, token, { autoPong: false }), await LivePage.open(base, token)]
      await dead.hears(() => dead.isClosed)
      expect([dead.closeCode, living.isClosed]).toEqual([1006, false])
      const metrics = (
        await new Client([{ url: `http://127.0.0.1:${metricsPort}`, isRunning: () => true }]).get('/metrics')
      ).expect(200).text
      expect(metrics).toMatch(/^nido_event_sockets 1$/m)
      expect(metrics).toMatch(/^nido_event_frames_total\{type="resync"\} 2$/m)
      const opened = (nido.replicas[0]?.log ?? []).filter(
        (line) => line.includes('"/api/events"') && line.includes('"status":101'),
      )
      expect(opened).toHaveLength(2)
      expect(opened.join()).not.toContain(token)
      await nido.replicas[0]?.stop()
      await living.hears(() => living.isClosed)
      expect(living.closeCode).toBe(1001)
    } finally {
      await nido.stop()
    }
  })
})
