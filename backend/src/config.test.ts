import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { ConfigError, loadConfig } from './config.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(path.join(os.tmpdir(), 'nido-config-'))
  folders.push(made)
  return made
}
afterEach(() => folders.splice(0).forEach((made) => rmSync(made, { recursive: true, force: true })))

const needed = () => ({
  DATA_DIR: folder(),
  MONGO_URL: 'mongodb://127.0.0.1:27017',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'hush',
  SECRET_KEY: 'a key of more than thirty-two bytes, surely',
})
const load = (over: Record<string, string | undefined> = {}) => loadConfig({ ...needed(), ...over })
const problemsOf = (over: Record<string, string | undefined>): readonly string[] => {
  try {
    load(over)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}

describe('the settings', () => {
  it('have defaults', () => {
    expect(load()).toMatchObject({
      PORT: 8080,
      BASE_URL: '',
      ADMIN_USERNAME: 'admin',
      BUCKET_PREFIX: 'nido-',
      SHARED_FOLDER: 'Shared',
      METRICS_PORT: 0,
      TOKEN_LIFE: 7_200_000,
      UPLOAD_EXPIRY: 604_800_000,
      AUTH_METHOD: 'json',
      ENABLE_EXEC: true,
      LOGIN_FAILURES: 10,
      LOGIN_FAILURES_ADDRESS: 300,
      LOGIN_FAILURES_ACCOUNT: 100,
      LOGIN_WINDOW: 900_000,
    })
  })

  it('cannot be changed', () => expect(Object.isFrozen(load())).toBe(true))

  it.each([
    ['/cloud', '/cloud'],
    ['cloud/', '/cloud'],
    ['/', ''],
    ['', ''],
    ['/a//b/', '/a/b'],
  ])('take %s as the base URL %s', (given, base) => expect(load({ BASE_URL: given }).BASE_URL).toBe(base))

  it('read times, sizes, lists and switches', () => {
    expect(
      load({
        TOKEN_LIFE: '90s',
        UPLOAD_EXPIRY: '2d',
        STORAGE_TOTAL: '2T',
        TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        ENABLE_EXEC: 'false',
      }),
    ).toMatchObject({
      TOKEN_LIFE: 90_000,
      UPLOAD_EXPIRY: 172_800_000,
      STORAGE_TOTAL: 2 * 2 ** 40,
      TRUSTED_PROXIES: ['10.0.0.0/8', '::1'],
      ENABLE_EXEC: false,
    })
  })

  it('take an empty value for none, but where empty says something', () => {
    expect(load({ PORT: '', METRICS_PORT: '', ADMIN_PASSWORD: '' })).toMatchObject({
      PORT: 8080,
      METRICS_PORT: 0,
      ADMIN_PASSWORD: undefined,
    })
    expect(load({ SHARED_FOLDER: '' }).SHARED_FOLDER).toBe('')
  })

  it('may lie in files', () => {
    const file = path.join(folder(), 'password')
    writeFileSync(file, 'a long password\n')
    expect(load({ ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe('a long password')
    expect(problemsOf({ ADMIN_PASSWORD_FILE: `${file}-not` })).toEqual([
      'ADMIN_PASSWORD_FILE names a file that cannot be read (ENOENT)',
    ])
    expect(problemsOf({ S3_SECRET_KEY_FILE: file })[0]).toContain('set twice')
  })

  it('are all told at once when they are wrong, by name, and no value is repeated', () => {
    const problems = problemsOf({
      PORT: '99999',
      BASE_URL: '/a b',
      MONGO_URL: 'http://x',
      S3_ENDPOINT: undefined,
      TOKEN_LIFE: 'soon',
      ADMIN_PASSWORD: 'short',
      BUCKET_PREFIX: 'Nido',
      AUTH_METHOD: 'ldap',
      TRUSTED_PROXIES: 'proxy',
      RECAPTCHA_KEY: 'only',
      SHARED_FOLDER: 'a/b',
    })
    const names = problems.map((line) => line.split(' ', 1)[0])
    for (const name of [
      'PORT',
      'BASE_URL',
      'MONGO_URL',
      'S3_ENDPOINT',
      'TOKEN_LIFE',
      'ADMIN_PASSWORD',
      'BUCKET_PREFIX',
      'AUTH_METHOD',
      'TRUSTED_PROXIES',
      'SHARED_FOLDER',
    ])
      expect(names).toContain(name)
    expect(problems.join('\n')).not.toContain('short')
  })

  it.each(['changeme', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'too short', 'x'.repeat(31)])(
    'K08: refuse the key %s',
    (SECRET_KEY) => expect(problemsOf({ SECRET_KEY })[0]).toMatch(/^SECRET_KEY /),
  )
  it.each(['password1234', 'admin', 'aaaaaaaaaaaaaaaa'])('refuse the first password %s', (ADMIN_PASSWORD) =>
    expect(problemsOf({ ADMIN_PASSWORD })[0]).toMatch(/^ADMIN_PASSWORD /),
  )
})

describe('K08: the signing key', () => {
  it('is made once, for its owner alone, and found again', () => {
    const DATA_DIR = path.join(folder(), 'new')
    const first = load({ SECRET_KEY: undefined, DATA_DIR }).SECRET_KEY
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32)
    expect(statSync(path.join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
    expect(load({ SECRET_KEY: undefined, DATA_DIR }).SECRET_KEY).toBe(first)
    expect(load({ SECRET_KEY: undefined }).SECRET_KEY).not.toBe(first)
  })

  it('is not made where one is given', () => {
    const DATA_DIR = folder()
    load({ DATA_DIR })
    expect(existsSync(path.join(DATA_DIR, 'secret'))).toBe(false)
  })

  it('that somebody cut short is refused', () => {
    const DATA_DIR = folder()
    writeFileSync(path.join(DATA_DIR, 'secret'), 'short')
    expect(problemsOf({ SECRET_KEY: undefined, DATA_DIR })[0]).toContain('too short')
    expect(readFileSync(path.join(DATA_DIR, 'secret'), 'utf8')).toBe('short')
  })
})
