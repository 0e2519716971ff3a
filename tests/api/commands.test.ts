// The commands of `nido` for operators, run as processes beside a Nido at work.
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'

let nido: Nido
let s3: PlainS3
let person: Client
beforeAll(async () => {
  // Uploads in parts without a record count as left behind after a second.
  nido = await startNido({ replicas: 1, settings: { UPLOAD_EXPIRY: '1s' } })
  s3 = openS3(nido.servers)
  person = await nido.makePerson()
  ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
}, 120_000)
afterAll(async () => {
  s3.close()
  await nido.stop()
})

const run = (...words: string[]) => runNido(words, { ...settingsOf(nido), UPLOAD_EXPIRY: '1s' })

describe('nido', () => {
  it('lists its commands, each of which has help', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    const names = [...out.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => String(name))
    expect(names).toEqual(expect.arrayContaining(['status', 'fsck', 'gc', 'reset-admin', 'revoke-all']))
    const helps = await Promise.all(names.map((name) => run(name, '--help')))
    for (const [at, help] of helps.entries()) {
      expect(help).toMatchObject({ code: 0, err: '' })
      expect(help.out).toMatch(new RegExp(`^Usage: nido ${names[at]}`))
      expect(help.out).toContain('Exit code')
    }
  })

  it('refuses unknown commands and options with its usage, and ends with 2', async () => {
    for (const words of [[], ['no-such'], ['status', '--no-such'], ['gc', 'word']]) {
      const { code, out, err } = await run(...words)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain('Usage: nido')
    }
  })

  it('says what cannot be reached, and ends with 2', async () => {
    const gone = { ...settingsOf(nido), MONGO_URL: 'mongodb://127.0.0.1:1/nothing' }
    const { code, err } = await runNido(['status'], gone)
    expect(code).toBe(2)
    expect(err).toContain('The state cannot be told')
    expect((await runNido(['status'], { ...gone, S3_ENDPOINT: 'nowhere' })).err).toContain('S3_ENDPOINT')
  })
})

describe('nido status', () => {
  it('tells that all is well', async () => {
    const { code, out } = await run('status', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      storage: { state: 'ok' },
      database: { state: 'ok', version: expect.any(String) },
      replicas: 1,
      workers: 0,
      people: 2,
      operations: 0,
      jobs: {},
      backup: null,
    })
    expect((await run('status')).out).toContain('1 API process, 0 workers')
  })

  it('ends with 1 if S3 does not answer', async () => {
    const { code, out } = await runNido(['status'], { ...settingsOf(nido), S3_ENDPOINT: 'http://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(out).toMatch(/^S3: +no answer$/m)
  })
})

describe('nido gc', () => {
  it('tells what it would delete, then deletes it, and touches nothing else', async () => {
    const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
    await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'left.bin' }))
    const look = async (...words: string[]) => JSON.parse((await run('gc', '--json', ...words)).out)
    await happens(async () => (await look('--dry-run')).leftovers.length === 1, 'the upload is old enough')
    expect(await look('--dry-run')).toEqual({
      isDryRun: true,
      leftovers: [{ code: 'strayMultipart', bucket, key: 'left.bin' }],
    })
    expect(await s3.unfinished(bucket)).toEqual(['left.bin'])
    expect((await run('gc')).out).toContain('Deleted 1 leftover:')
    expect(await s3.unfinished(bucket)).toEqual([])
    expect((await run('gc')).out).toBe('There is nothing to delete.\n')
    expect((await person.get('/api/raw/first.txt')).expect(200).text).toBe('x')
  }, 60_000)
})

describe('nido reset-admin', () => {
  it('gives the administrator a new password, and signs them out', async () => {
    const admin = await nido.client().signIn(nido.admin.username, nido.admin.password)
    const { code, out } = await run('reset-admin', '--json')
    expect(code).toBe(0)
    const { username, password, isNew } = JSON.parse(out)
    expect({ username, isNew }).toEqual({ username: 'admin', isNew: false })
    expect((await admin.get('/api/users')).status).toBe(401)
    expect((await nido.client().post('/api/login', nido.admin)).status).toBe(403)
    ;(await (await nido.client().signIn(username, password)).get('/api/users')).expect(200)
  })

  it('makes whoever is named an administrator', async () => {
    const { password } = JSON.parse((await run('reset-admin', '--name', person.username, '--json')).out)
    ;(await (await nido.client().signIn(person.username, password)).get('/api/users')).expect(200)
  })

  it('creates an administrator where there is nobody of that name', async () => {
    const { out } = await run('reset-admin', '--name', 'newcomer')
    expect(out).toContain('Created the administrator newcomer.')
    const [, password = ''] = /^Password: (.+)$/m.exec(out) ?? []
    ;(await (await nido.client().signIn('newcomer', password)).get('/api/users')).expect(200)
  })
})

describe('nido revoke-all', () => {
  it('signs everybody out, and ends links only if that is wanted', async () => {
    const { password } = JSON.parse((await run('reset-admin', '--json')).out)
    const [one, other] = [await nido.client().signIn('admin', password), await nido.client().signIn('admin', password)]
    ;(await one.post('/api/resources/linked.txt', 'x')).expect(200)
    const { hash } = (await one.post('/api/share/linked.txt', {})).expect(200).json<{ hash: string }>()
    const first = JSON.parse((await run('revoke-all', '--json')).out)
    expect(first.sessions).toBeGreaterThanOrEqual(2)
    expect(first.links).toBe(0)
    for (const client of [one, other]) expect((await client.get('/api/users')).status).toBe(401)
    ;(await nido.client().get(`/api/public/share/${hash}`)).expect(200)
    const again = await run('revoke-all', '--links')
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('1 link.') })
    expect((await nido.client().get(`/api/public/share/${hash}`)).status).toBe(404)
    await nido.client().signIn('admin', password)
  })
})
