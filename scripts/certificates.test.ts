// K10: whoever Nido connects to by TLS must prove its identity.
import { globSync, readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SELF_SIGNED } from '../tests/helpers/self-signed.ts'
import { createCaptcha } from '../backend/src/features/session/captcha.ts'
import { createLog } from '../backend/src/lib/log.ts'
import { createS3Connections, type S3Connections } from '../backend/src/storage/s3-clients.ts'

const ROOT = path.join(import.meta.dirname, '..')
const log = createLog('silent')
const heard: string[] = []
const server = https.createServer(SELF_SIGNED, (request, response) => {
  heard.push(request.url ?? '')
  response.end('{"success": true}')
})
let url: string
let s3: S3Connections
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  s3 = createS3Connections({ endpoint: url, region: 'us-east-1', accessKey: 'a-key', secretKey: 'its-secret' }, log)
})
afterAll(async () => {
  s3.close()
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

describe('K10: a certificate that nobody has signed', () => {
  it('is answered to by who trusts it', async () => {
    const status = await new Promise((resolve, reject) => {
      https
        .get(`${url}/trusted`, { ca: SELF_SIGNED.cert, agent: false }, (response) =>
          resolve(response.resume().statusCode),
        )
        .on('error', reject)
    })
    expect([status, heard.splice(0)]).toEqual([200, ['/trusted']])
  })
  it('is refused from a service of captchas: nobody gets in by it', async () => {
    expect(await createCaptcha({ host: url, secret: 'hush', log }).isSolved('an answer')).toBe(false)
    expect(heard).toEqual([])
  })
  it('is refused from an S3 server, by each of the clients', async () => {
    await expect(s3.control.send(new ListBucketsCommand({}))).rejects.toThrow('self-signed certificate')
    await expect(s3.data.send(new ListBucketsCommand({}))).rejects.toThrow('self-signed certificate')
    await expect(s3.minio.send({ bucket: '' })).rejects.toThrow('self-signed certificate')
    await expect(s3.events.minio.listBuckets()).rejects.toThrow('self-signed certificate')
    expect(heard).toEqual([])
  })
})

describe('K10: the sources', () => {
  it('switch the checking of certificates off nowhere', () => {
    const files = globSync(['backend/**/*.{ts,mjs}', 'scripts/**/*.{ts,js,go}', 'Makefile', 'package.json'], {
      cwd: ROOT,
    }).filter((file) => !file.endsWith('certificates.test.ts') && !file.includes('node_modules'))
    expect(files.length).toBeGreaterThan(200)
    const lax = /rejectUnauthorized|NODE_TLS_REJECT|tlsInsecure|tlsAllowInvalid|InsecureSkipVerify|strict-ssl/
    expect(files.filter((file) => lax.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([])
  })
})
