import { afterEach, describe, expect, it } from '@jest/globals'
import http, { type IncomingMessage } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { bodyOf, drain } from './request-body.ts'

let server: http.Server | undefined
afterEach(() => void server?.close())

/** What becomes of a request whose body comes only when it has been refused. */
async function refuse(letGo: (request: IncomingMessage) => Promise<void> | void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const listening = http.createServer((request, response) => {
      void (async () => {
        await letGo(request)
        const draining = drain(request)
        socket.write('mine')
        const isWhole = await draining
        response.end('no')
        resolve(isWhole)
      })().catch(reject)
    })
    const socket = new net.Socket().on('error', reject).on('data', () => socket.end())
    server = listening
    listening.listen(0, '127.0.0.1', () => {
      const { port } = listening.address() as AddressInfo
      socket.connect(port, '127.0.0.1', () =>
        socket.write('PUT / HTTP/1.1\r\nHost: nido\r\nContent-Length: 4\r\nConnection: close\r\n\r\n'),
      )
    })
  })
}

describe('a body that nobody wants', () => {
  it('is read to its end where nobody has looked at it', async () => expect(await refuse(() => undefined)).toBe(true))
  it('is read to its end where it was let go in the same moment', async () =>
    expect(await refuse((request) => void bodyOf(request).destroy())).toBe(true))
  it('is read to its end where it was let go a moment before', async () => {
    expect(
      await refuse(async (request) => {
        const body = bodyOf(request)
        body.destroy()
        await new Promise((resolve) => setImmediate(resolve))
      }),
    ).toBe(true)
  })
})
