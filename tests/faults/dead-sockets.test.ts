// A command to a database whose connection has just ended is answered or refused, however late the driver hears of the
// end.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase } from '../../backend/src/database/connection.ts'
import { fromDatabase } from '../../backend/src/database/errors.ts'
import { useServers } from '../helpers/servers.ts'

/** A proxy between the driver and the database that can end all its connections. */
let door: net.Server
const begun = new Set<net.Socket>()
let servers: Awaited<ReturnType<typeof useServers>>
beforeAll(async () => {
  servers = await useServers()
  const behind = decodeURIComponent(servers.mongoUrl.replace('mongodb://', '').replace(/\/$/, ''))
  const [host = '', port] = behind.split(':')
  door = net.createServer((client) => {
    const database = port === undefined ? net.connect(behind) : net.connect(Number(port), host)
    begun.add(client)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => other.destroy())
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of begun) socket.destroy()
  door.close()
  await servers.stop()
})

// In one of these turns the socket is dead but has not reported it.
it.each([0, 1, 2, 3])('is answered or refused when it is sent %i turns after its socket ended', async (turns) => {
  const sockets: net.Socket[] = []
  const see = (message: unknown) => void sockets.push((message as { socket: net.Socket }).socket)
  const { port } = door.address() as AddressInfo
  subscribe('net.client.socket', see)
  const database = await connectDatabase(`mongodb://127.0.0.1:${port}/dead-sockets`)
  const find = () =>
    database
      .collection('things')
      .find({})
      .toArray()
      .then(
        () => 'answered',
        () => 'refused',
      )
  expect(await find()).toBe('answered')
  unsubscribe('net.client.socket', see)
  const outcomes = sockets
    .filter((socket) => socket.remotePort === port)
    .map(async (socket) => {
      await once(socket, 'end')
      for (let left = turns; left > 0; left -= 1) await new Promise(setImmediate)
      return find()
    })
  for (const socket of begun) socket.end()
  expect(outcomes.length).toBeGreaterThan(1)
  expect(new Set(await Promise.all(outcomes)).isSubsetOf(new Set(['answered', 'refused']))).toBe(true)
  expect(await find()).toBe('answered')
  await database.close()
})

it('writes of several documents that break off are reported as an unreachable database', async () => {
  const { port } = door.address() as AddressInfo
  const database = await connectDatabase(`mongodb://127.0.0.1:${port}/dead-sockets`)
  const things = database.collection('things')
  await things.insertMany([{ a: 1 }])
  // From here on nothing that is sent arrives.
  for (const socket of begun) socket.unpipe()
  const inserting = things.insertMany([{ a: 1 }, { a: 2 }]).then(
    () => null,
    (error: unknown) => error,
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  for (const socket of begun) socket.destroy()
  const error = await inserting
  expect((error as Error).name).toBe('MongoBulkWriteError')
  expect(fromDatabase(error)).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  await database.close()
})
