// `nido import-filebrowser`: imports people and settings from another server's exports.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { Settings } from '../../backend/contract/settings.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { environment } from '../../scripts/lib/environment.ts'
import type { Client } from '../helpers/client.ts'
import { CONFIG, HASH, KEY, perm, USERS } from '../helpers/filebrowser-exports.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
// Each run starts a process that loads all of Nido.
jest.setTimeout(180_000)

let nido: Nido
let admin: Client
let folder: string
let files: { users: string; config: string }
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  admin = await nido.adminClient()
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-exports-'))
  files = { users: path.join(folder, 'users.json'), config: path.join(folder, 'config.json') }
  await writeFile(files.users, JSON.stringify(USERS, null, 4))
  await writeFile(files.config, JSON.stringify(CONFIG, null, 4))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
})

/** Runs the command itself, with the household's settings. */
function run(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { PATH, HOME } = environment()
  const { s3Endpoint, keys } = nido.servers
  const child = spawn(
    path.join(ROOT, 'node_modules', '.bin', 'node'),
    [path.join(ROOT, 'backend', 'src', 'commands', 'nido.ts'), 'import-filebrowser', ...words],
    {
      env: {
        PATH,
        HOME,
        DATA_DIR: folder,
        MONGO_URL: nido.mongoUrl,
        S3_ENDPOINT: s3Endpoint,
        S3_ACCESS_KEY: keys.accessKey,
        S3_SECRET_KEY: keys.secretKey,
        BUCKET_PREFIX: nido.bucketPrefix,
      },
    },
  )
  const told = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    told.out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    told.err += String(chunk)
  })
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, ...told }))
  })
}

const settings = async () => (await admin.get('/api/settings')).expect(200).json<Settings>()
const people = async () =>
  new Map(
    (await admin.get('/api/users'))
      .expect(200)
      .json<UserRecord[]>()
      .map((person) => [person.username, person]),
  )
const buckets = async () => {
  const s3 = openS3(nido.servers)
  const found = await s3.buckets(nido.bucketPrefix)
  s3.close()
  return found.sort()
}

describe('importing a filebrowser', () => {
  let before: { settings: Settings; buckets: string[] }
  let passwords: Map<string, string>

  it('with a dry run reports what would happen, and changes nothing', async () => {
    before = { settings: await settings(), buckets: await buckets() }
    const { code, out, err } = await run('--dry-run', files.users, files.config)
    expect([code, err]).toEqual([1, ''])
    for (const line of [
      'Dry run: nothing is changed. This is what would happen.',
      'tus.chunkSize: 10485760 -> 20971520',
      'branding.name: "" -> "Our cloud"',
      'signup: false -> true',
      'userHomeBasePath: "/" -> "/users"',
      'defaults.locale: "browser" -> "pt-br"',
      'ann: scope /users/ann, language pt-br, may execute, create, rename, modify, share, download, 2 rules',
      'without commands git: not available',
      'without rule for "never"',
      'without aceEditorTheme',
      'cannot change the password',
      'boss: scope /users/boss, language sv, may everything (administrator)',
      'without language uk',
      'without permission share: requires download',
      'Already there, and left unchanged:\n  admin\n',
      'broken: rule 1 is invalid',
      'outside: the path leads out of the root',
      'hook after_save "/usr/local/bin/sync.sh "$FILE""',
      'branding.files /etc/branding',
      'shell bash -c',
      'commands ffmpeg',
      'tlsKey, tlsCert',
      'BASE_URL=/cloud',
      'ENABLE_THUMBS=false',
      'TOKEN_LIFE=4h',
      'RECAPTCHA_KEY=public-key',
      'RECAPTCHA_SECRET=(auther.recaptcha.secret of the file)',
      (
        'rclone copy --create-empty-src-dirs --s3-directory-markers --exclude /users/ann/** --exclude ' +
        '/users/boss/** --exclude /users/broken/** '
      ).replaceAll(/\S+\*\*/g, "'$&'"),
      `/srv/files/users/ann nido:${nido.bucketPrefix}users/ann`,
      `'/srv/files/users/guest house'\\''s' 'nido:${nido.bucketPrefix}users/guest house'\\''s'`,
      `/srv/files nido:${nido.bucketPrefix}home`,
    ])
      expect(out).toContain(line)
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      'People: 4 would be created, 1 already there, 2 would not be created (see "Not created" above).',
    )
    for (const secret of [HASH, KEY, 'hush-captcha']) expect(out).not.toContain(secret)
    expect([await settings(), [...(await people()).keys()], await buckets()]).toEqual([
      before.settings,
      ['admin'],
      before.buckets,
    ])
  })

  it('creates people, rights, rules, scopes and settings beside a running Nido; shows each password once', async () => {
    const { code, out, err } = await run(files.config, files.users)
    expect([code, err]).toEqual([1, ''])
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      'People: 4 created, 1 already there, 2 not created (see "Not created" above).',
    )
    passwords = new Map(
      [
        ...((out.split('New passwords, shown only once:\n')[1] ?? '')
          .split('\n\n', 1)[0]
          ?.matchAll(/^ {2}(.+?) {2,}(\S+)$/gm) ?? []),
      ].map(([, name = '', password = '']) => [name, password]),
    )
    expect([...passwords.keys()].sort()).toEqual(['ann', 'boss', 'guest house', 'root-user'])
    const made = await people()
    expect([...made.keys()]).toEqual(['admin', 'root-user', 'ann', 'boss', 'guest house'])
    expect(made.get('ann')).toMatchObject({
      scope: '/users/ann',
      locale: 'pt-br',
      lockPassword: true,
      viewMode: 'mosaic gallery',
      singleClick: true,
      hideDotfiles: true,
      dateFormat: true,
      sorting: { by: 'size', asc: true },
      commands: ['grep', 'ls'],
      quota: 0,
      perm: { ...perm, execute: true, delete: false, importTorrents: false },
      rules: [
        { regex: false, allow: false, path: '/private' },
        { regex: true, allow: true, regexp: { raw: '^/private/mine' } },
      ],
    })
    expect(made.get('boss')).toMatchObject({
      scope: '/users/boss',
      locale: 'sv',
      perm: { admin: true, execute: true, importTorrents: true, calendar: true },
    })
    expect(made.get('guest house')).toMatchObject({ locale: 'en', perm: { share: false, download: false } })
    expect(made.get('root-user')).toMatchObject({
      scope: '/',
      commands: [],
      rules: [],
      viewMode: 'list',
      sorting: { by: 'name', asc: false },
    })
    expect(await settings()).toMatchObject({
      signup: true,
      hideLoginButton: false,
      createUserDir: true,
      userHomeBasePath: '/users',
      minimumPasswordLength: 24,
      authMethod: 'json',
      shell: [],
      tus: { chunkSize: 20971520, retryCount: 3 },
      retentionDays: before.settings.retentionDays,
      branding: {
        name: 'Our cloud',
        disableExternal: true,
        disableUsedPercentage: false,
        files: '',
        theme: 'dark',
        color: '#2979ff',
      },
      rules: [{ path: '/.trash', allow: false }],
      commands: before.settings.commands,
      defaults: {
        scope: '',
        locale: 'pt-br',
        viewMode: 'list',
        singleClick: true,
        commands: ['tree'],
        hideDotfiles: true,
      },
    })
  })

  it('is recorded in the audit', async () => {
    const { items } = (await admin.get('/api/audit?kind=personMade'))
      .expect(200)
      .json<{ items: { who: { name: string } | null; actor?: object; address: string }[] }>()
    expect(items.map(({ who, actor, address }) => [who?.name, actor, address])).toEqual(
      expect.arrayContaining([...passwords.keys()].map((name) => [name, undefined, ''])),
    )
  })

  it('lets people sign in with those passwords, under their rules, to files that were copied', async () => {
    const s3 = openS3(nido.servers)
    await s3.put(`${nido.bucketPrefix}users`, 'ann/letter.txt', 'Dear Ann')
    s3.close()
    const ann = await nido.client().signIn('ann', passwords.get('ann') ?? '')
    expect((await ann.get('/api/raw/letter.txt')).text).toBe('Dear Ann')
    expect((await ann.get('/api/resources/private')).status).toBe(403)
    expect((await nido.client().post('/api/login', { username: 'boss', password: 'admin' })).status).toBe(403)
    expect(nido.replicas[0]?.log.join('\n')).not.toContain(passwords.get('boss'))
  })

  it('can be repeated, and creates nothing twice', async () => {
    const before = [await people(), await settings()]
    const { code, out } = await run(files.users, files.config)
    expect(code).toBe(1)
    expect(out).toContain('The settings already match the file.')
    expect(out).toContain('Already there, and left unchanged:\n  admin\n  root-user\n  ann\n  boss\n  guest house\n')
    expect(out).not.toMatch(/New passwords|Created people/)
    expect([await people(), await settings()]).toEqual(before)
  })
})
