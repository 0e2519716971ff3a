import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import { openLongLine } from './store.ts'
import { exchange, timed } from './wire.ts'

it('the long line takes a tenth of a second there and back, and loses nothing', async () => {
  const server = http.createServer((request, response) => void request.pipe(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line = await openLongLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const body = randomBytes(3_000_000)
  // The first one also waits for the connection.
  for (let count = 0; count < 2; count += 1) {
    let answer: Buffer = Buffer.alloc(0)
    const ms = await timed(async () => {
      answer = (await exchange(line.url, { method: 'POST', body, isKept: true })).body
    })
    expect(answer.equals(body)).toBe(true)
    expect(ms).toBeGreaterThanOrEqual(99)
  }
  await line.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
