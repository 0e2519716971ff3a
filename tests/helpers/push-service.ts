// A push service (RFC 8030) of the tests' own, by https, and a browser that has subscribed there: it decrypts what it
// gets (RFC 8188, RFC 8291) by Node's own means.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { PushMessage } from '../../backend/contract/push-message.ts'
import type { PushBody } from '../../backend/contract/push.ts'
import { SELF_SIGNED } from './self-signed.ts'

export interface Pushed {
  headers: IncomingHttpHeaders
  message: PushMessage
}

/** A browser, as its push service and Nido know it. */
export interface PushedBrowser {
  /** What its page sends to Nido. */
  body: PushBody
  /** What it got, the first one first. */
  got: Pushed[]
  /** How often it was asked, whatever it answered. */
  asked: number
  /** What it answers instead of 201. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null
}

export interface PushService {
  /** A file with its certificate, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string
  /** `host`: the address that its endpoint names. */
  subscribe(host?: string): PushedBrowser
  stop(): Promise<void>
}

/** Starts it on all addresses of this machine. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { browser: PushedBrowser; read(body: Buffer): PushMessage }>()
  const server = https.createServer(SELF_SIGNED, (request, response) => void serve(request, response))
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const found = browsers.get(request.url ?? '')
    if (found === undefined) return response.writeHead(404).end()
    const { browser, read } = found
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    browser.asked += 1
    if (browser.answer !== null) return browser.answer(request, response)
    browser.got.push({ headers: request.headers, message: read(body) })
    return response.writeHead(201, { Location: '/message/1' }).end()
  }
  await new Promise<void>((resolve) => void server.listen(0, '0.0.0.0', resolve))
  const certificate = path.join(os.tmpdir(), `nido-push-${randomBytes(6).toString('hex')}.pem`)
  await writeFile(certificate, SELF_SIGNED.cert)
  return {
    certificate,
    subscribe(host = '127.0.0.1') {
      const { keys, read } = newKeys()
      const where = `/push/${randomBytes(12).toString('hex')}`
      const endpoint = `https://${host}:${(server.address() as AddressInfo).port}${where}`
      const browser: PushedBrowser = { body: { endpoint, keys }, got: [], asked: 0, answer: null }
      browsers.set(where, { browser, read })
      return browser
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** The keys of a browser, and how it reads what is encrypted for them. */
function newKeys() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const read = (body: Buffer): PushMessage => {
    // RFC 8188 section 2.1: salt, record size, length of the key's id, and the id: the sender's public key.
    const salt = body.subarray(0, 16)
    const theirs = body.subarray(21, 21 + body.readUInt8(20))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
    const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32))
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length))
    const record = body.subarray(21 + theirs.length)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    // The last record ends in a 2, and zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushMessage
  }
  return { keys, read }
}
