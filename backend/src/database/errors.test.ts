import net from 'node:net'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fromDatabase } from './errors.ts'

let folder: string
let server: net.Server

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-socket-'))
  server = net.createServer({ allowHalfOpen: true })
  server.listen(path.join(folder, 's'))
  await once(server, 'listening')
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** The error of writing to a connection that the server has closed in this way. */
async function errorOfWriting(
  close: (socket: net.Socket) => void,
  isNoticed: (socket: net.Socket) => Promise<unknown>,
) {
  server.once('connection', close)
  const socket = net.connect({ path: path.join(folder, 's'), allowHalfOpen: close === destroy })
  socket.resume()
  await once(socket, 'connect')
  await isNoticed(socket)
  const failed = once(socket, 'error')
  socket.write('hello')
  const [error] = (await failed) as [Error]
  socket.destroy()
  return error
}

const destroy = (socket: net.Socket) => void socket.destroy()
const end = (socket: net.Socket) => void socket.resume().end()

describe('the error of writing a command is told as a database that is away', () => {
  it('if the socket is gone', async () => {
    const error = await errorOfWriting(destroy, () => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(error.message).toBe('write EPIPE')
    expect(fromDatabase(error)).toMatchObject({ code: 'unavailable', retryAfter: 5, cause: error })
  })

  it('if the database has ended it, as one that stops does', async () => {
    const error = await errorOfWriting(end, (socket) => once(socket, 'end'))
    expect(error.message).toBe('This socket has been ended by the other party')
    expect(fromDatabase(error)).toMatchObject({ code: 'unavailable', retryAfter: 5, cause: error })
  })
})
