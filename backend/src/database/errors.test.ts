import net from 'node:net'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from '@jest/globals'
import { fromDatabase } from './errors.ts'

it('the error of a socket that dies while a command is written to it is told as a database that is away', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-socket-'))
  const server = net.createServer((socket) => void socket.destroy()).listen(path.join(folder, 's'))
  await once(server, 'listening')
  const socket = net.connect({ path: path.join(folder, 's'), allowHalfOpen: true })
  await once(socket, 'connect')
  // It is gone when the first word is written.
  await new Promise((resolve) => setTimeout(resolve, 50))
  const failed = once(socket, 'error')
  socket.write('hello')
  const [error] = (await failed) as [Error]
  expect(error.message).toBe('write EPIPE')
  expect(fromDatabase(error)).toMatchObject({ code: 'unavailable', retryAfter: 5, cause: error })
  server.close()
  await rm(folder, { recursive: true })
})
