import http from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { startAlternator } from './alternator.ts'
import { Client } from './client.ts'
import { happens, until } from './until.ts'

describe('the door before several replicas', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function startReplica(name: string, heard: string[]): Promise<string> {
    const server = http.createServer((request, response) => {
      heard.push(`${name} ${request.method} ${request.url}`)
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('error', () => heard.push(`${name} broke off`))
      request.on('end', () => response.writeHead(207, { 'X-Name': name }).end(Buffer.concat(chunks)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(
      () => server.closeAllConnections(),
      () => new Promise((resolve) => server.close(resolve)),
    )
    const address = server.address()
    return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/cloud`
  }

  it('holds answers back as a slow network does', async () => {
    const door = await startAlternator([await startReplica('a', [])], 300)
    ends.unshift(door.stop)
    const begun = performance.now()
    expect((await new Client([{ url: door.url, isRunning: () => true }]).post('/x', 'body')).text).toBe('body')
    expect(performance.now() - begun).toBeGreaterThan(290)
  })

  it('gives them the requests by turns, byte for byte', async () => {
    const heard: string[] = []
    const door = await startAlternator([await startReplica('a', heard), await startReplica('b', heard)])
    ends.unshift(door.stop)
    const client = new Client([{ url: door.url, isRunning: () => true }])
    const answers = [
      await client.post('/x/../y%2f//z?q=%20', 'body'),
      await client.get('/second'),
      await client.get('/third'),
    ]
    expect(answers.map((answer) => [answer.status, answer.headers['x-name'], answer.text])).toEqual([
      [207, 'a', 'body'],
      [207, 'b', ''],
      [207, 'a', ''],
    ])
    expect(heard[0]).toBe('a POST /cloud/x/../y%2f//z?q=%20')
  })

  it('passes on that a client hung up', async () => {
    const heard: string[] = []
    const door = await startAlternator([await startReplica('a', heard)])
    ends.unshift(door.stop)
    const { port } = new URL(door.url)
    const request = http.request({ port, method: 'PUT', path: '/cloud/x', headers: { 'Content-Length': '1000' } })
    request.on('error', () => undefined)
    request.write('part')
    await happens(() => heard.some((line) => line.startsWith('a PUT')), 'the request is there')
    request.destroy()
    expect(await until(() => heard.includes('a broke off'))).toBe(true)
  })
})
