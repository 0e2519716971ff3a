import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createCaptcha } from './captcha.ts'

const log = pino({ level: 'silent' })
const running: Server[] = []

/** A verifying service that says what it is told to; what it heard. */
async function service(answer: string | null) {
  const heard: string[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += String(chunk)
    heard.push(`${req.method} ${req.url} ${body}`)
    if (answer !== null) res.end(answer)
  })
  running.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('a captcha', () => {
  it('is solved when the service says so, which is told the secret and the response', async () => {
    const { host, heard } = await service('{"success": true}')
    expect(await createCaptcha({ host, secret: 'hush', log }).isSolved('words')).toBe(true)
    expect(heard).toEqual(['POST /recaptcha/api/siteverify secret=hush&response=words'])
  })
  it.each(['{"success": false}', '{"success": "true"}', '{}', 'null', 'no JSON'])(
    'is not solved when the service says %s',
    async (answer) => {
      const { host } = await service(answer)
      expect(await createCaptcha({ host, secret: 'hush', log }).isSolved('words')).toBe(false)
    },
  )
  it('is not solved when nobody answers there', async () =>
    expect(await createCaptcha({ host: 'http://127.0.0.1:9', secret: 'hush', log }).isSolved('words')).toBe(false))
  it('is not solved when no answer comes', async () => {
    const { host } = await service(null)
    expect(await createCaptcha({ host, secret: 'hush', log }).isSolved('words')).toBe(false)
  }, 20_000)
  it('is not solved without a response, and nobody is asked', async () => {
    const { host, heard } = await service('{"success": true}')
    const captcha = createCaptcha({ host, secret: 'hush', log })
    expect(await Promise.all(['', null, undefined].map((response) => captcha.isSolved(response)))).toEqual([
      false,
      false,
      false,
    ])
    expect(heard).toEqual([])
  })
  it('is not asked for while it is off', async () =>
    expect(await createCaptcha({ host: '', secret: '', log }).isSolved(undefined)).toBe(true))
})
