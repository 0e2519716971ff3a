import http from 'node:http'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createHttpServer, type HttpServer } from './server.ts'

const GRACE_MS = 5000

async function listening(): Promise<{ server: HttpServer; port: number }> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve)
  })
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => {
    probe.close(resolve)
  })
  const server = createHttpServer((_, response) => response.end('answer'))
  await server.listen(port, '127.0.0.1')
  return { server, port }
}

const ask = (port: number, agent: http.Agent): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(response))
    })
    request.on('error', reject)
  })

describe('a server that stops', () => {
  it('answers what comes on an open connection just then, and has it closed', async () => {
    const { server, port } = await listening()
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    expect((await ask(port, agent)).headers.connection).toBe('keep-alive')
    const stopped = server.stop(GRACE_MS)
    const last = await ask(port, agent)
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close'])
    await stopped
    await expect(ask(port, agent)).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })

  it('does not wait for connections that nobody uses', async () => {
    const { server, port } = await listening()
    const agent = new http.Agent({ keepAlive: true })
    await ask(port, agent)
    await expect(server.stop(GRACE_MS)).resolves.toBeUndefined()
    agent.destroy()
  })
})
