// The games of the arcade: /api/{system}/roms and /api/roms.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PlayTime, Rom } from '../../backend/contract/arcade.ts'
import { encodePath } from '../helpers/client.ts'
import { useSite } from '../helpers/nido.ts'
import { pack } from '../helpers/packed-zip.ts'
import { openS3 } from '../helpers/s3.ts'
import { soon } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let site: Awaited<ReturnType<typeof useSite>>
let me: PersonsFiles
beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
})
afterAll(() => site.stop())

const listOf = async ({ client }: PersonsFiles, system: string): Promise<Rom[]> =>
  (await client.get(`/api/${system}/roms`)).expect(200).json<Rom[]>()
const pathsOf = async (who: PersonsFiles, system: string) => (await listOf(who, system)).map(({ path }) => path)
const readRom = (who: PersonsFiles, path: string) => who.client.get(`/api/roms${encodePath(path)}`)
/** Somebody for whom a rule denies the shared folder. */
const withoutShared = async () =>
  filesOf(await site.makePerson({ rules: [{ regex: false, allow: false, path: '/Shared' }] }))

describe('the ROMs of a system', () => {
  it('are the files with its ending in its folder, by title, with their covers', async () => {
    const one = await withoutShared()
    await one.given({
      'ARCADE/gb/Tale, The_ Two (Europe) (Rev 1).gb': 'two',
      'ARCADE/gb/sub/tale.GB': 'one',
      'ARCADE/gb/sub/covers/Tale.png': Buffer.from(PIXEL, 'base64'),
      'ARCADE/gb/Tale, The_ Two.jpg': Buffer.from(PIXEL, 'base64'),
      'ARCADE/gb/empty.gb': '',
      'ARCADE/gb/game.gbc': 'of another system',
      'ARCADE/gb/readme.txt': 'no ROM',
      'ARCADE/game.gb': 'in no folder of a system',
    })
    const roms = await listOf(one, 'gb')
    expect(roms).toMatchObject([
      { path: '/ARCADE/gb/sub/tale.GB', name: 'tale', about: '', size: 3 },
      { path: '/ARCADE/gb/Tale, The_ Two (Europe) (Rev 1).gb', name: 'The Tale: Two', about: 'Europe, Rev 1' },
    ])
    for (const { cover } of roms) {
      const picture = (await one.client.get(cover)).expect(200)
      expect(picture.headers['content-type']).toMatch(/^image\//)
    }
    expect(new Set(roms.map(({ id }) => id)).size).toBe(2)
    expect(await pathsOf(one, 'gbc')).toEqual([])
  })

  it('are those of the shared folder and one’s own, and new ones show at once on both replicas', async () => {
    const name = `shared ${me.client.id}.gba`
    await me.given({ [`Shared/ARCADE/gba/${name}`]: 'shared', 'ARCADE/gba/own.gba': 'own' })
    for (const replica of [0, 1]) {
      const listed = await soon(
        async () => (await me.client.get('/api/gba/roms', { replica })).expect(200).json<Rom[]>(),
        (roms) => roms.some(({ path }) => path === `/Shared/ARCADE/gba/${name}`),
      )
      expect(listed.map(({ path }) => path)).toContain('/ARCADE/gba/own.gba')
    }
    ;(await me.remove(`/Shared/ARCADE/gba/${name}`)).expect(204)
    expect(await pathsOf(me, 'gba')).not.toContain(`/Shared/ARCADE/gba/${name}`)
  })

  it('leave out what rules and hidden dotfiles hide', async () => {
    const rules = ['/Shared', '/ARCADE/nds/secret'].map((path) => ({ regex: false, allow: false, path }))
    const one = filesOf(await site.makePerson({ rules, hideDotfiles: true }))
    await one.given({ 'ARCADE/nds/game.nds': 'game' })
    const s3 = openS3(site.servers)
    for (const key of ['secret/game.nds', '.hidden.nds', '.hidden/game.nds'])
      await s3.put(bucketOf(site.bucketPrefix, one), `ARCADE/nds/${key}`, 'hidden')
    s3.close()
    expect(
      await soon(
        () => pathsOf(one, 'nds'),
        (paths) => paths.length > 0,
      ),
    ).toEqual(['/ARCADE/nds/game.nds'])
    ;(await readRom(one, '/ARCADE/nds/secret/game.nds')).expect(403)
  })

  it.each(['xyz', 'gba%2f..', '../users', 'GB'])('do not exist for %s', async (system) => {
    ;(await me.client.get(`/api/${system}/roms`)).expect(400, 404)
    ;(await me.client.signedOut().get('/api/gb/roms')).expect(401)
  })
})

describe('a ROM in a zip', () => {
  it('is listed by its own ending and unpacked; zips with none or several are left out', async () => {
    const one = await withoutShared()
    const rom = Buffer.from('0123456789'.repeat(1000))
    await one.given({
      'ARCADE/gb/Packed (Japan).zip': pack([
        { name: 'read me.txt', body: 'x' },
        { name: 'd/Packed Game (J).gb', body: rom },
      ]),
      'ARCADE/gb/Packed.png': Buffer.from(PIXEL, 'base64'),
      'ARCADE/gb/two.zip': pack([
        { name: 'a.gb', body: 'a' },
        { name: 'b.gba', body: 'b' },
      ]),
      'ARCADE/gb/other.zip': pack([{ name: 'a.gba', body: 'a' }]),
      'ARCADE/gb/secret.zip': pack([{ name: 'a.gb', body: 'a', flags: 0x801 }]),
      'ARCADE/gb/none.zip': pack([{ name: 'a.txt', body: 'a' }]),
      'ARCADE/gb/bomb.zip': pack([{ name: 'a.gb', body: 'x', size: 0xf000_0000 }]),
      'ARCADE/gb/broken.zip': 'no zip',
    })
    // A list waits five seconds for zips, and tells those that were read since when it is asked for again.
    const listed = await soon(
      () => listOf(one, 'gb'),
      (roms) => roms.length > 0,
    )
    const path = '/ARCADE/gb/Packed (Japan).zip/d/Packed Game (J).gb'
    expect(listed).toMatchObject([{ path, name: 'Packed Game', about: 'J', size: rom.length }])
    expect(listed[0]?.cover).toContain('Packed.png')
    expect((await readRom(one, path)).expect(200).body.equals(rom)).toBe(true)
    const part = await one.client.get(`/api/roms${encodePath(path)}`, { headers: { Range: 'bytes=5-7' } })
    expect(part.expect(206).text).toBe('567')
    expect((await one.client.head(`/api/roms${encodePath(path)}`)).expect(200).headers['content-length']).toBe('10000')
    ;(await readRom(one, '/ARCADE/gb/Packed (Japan).zip/none.gb')).expect(404)
    ;(await readRom(one, '/ARCADE/gb/broken.zip/a.gb')).expect(415)
  })

  it('is another one when the zip is replaced', async () => {
    const one = await withoutShared()
    const given = (name: string) => one.given({ 'ARCADE/gbc/a.zip': pack([{ name, body: 'a' }]) })
    await given('first.gbc')
    expect(await pathsOf(one, 'gbc')).toEqual(['/ARCADE/gbc/a.zip/first.gbc'])
    await given('second one.gbc')
    expect(await pathsOf(one, 'gbc')).toEqual(['/ARCADE/gbc/a.zip/second one.gbc'])
  })
})

describe('the bytes of a ROM', () => {
  it('come by its path, as other content does', async () => {
    await me.given({ 'ARCADE/gb/a b#?.gb': '0123', 'elsewhere.gba': 'x', 'no-rom.txt': 'x', 'folder.gb/': null })
    const answer = (await readRom(me, '/ARCADE/gb/a b#?.gb')).expect(200)
    expect(answer.text).toBe('0123')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '4',
      'cache-control': 'private, no-cache',
    })
    const again = { headers: { 'If-None-Match': answer.headers['etag'] ?? '' } }
    ;(await me.client.get(`/api/roms${encodePath('/ARCADE/gb/a b#?.gb')}`, again)).expect(304)
    ;(await readRom(me, '/elsewhere.gba')).expect(200)
    for (const path of ['/no-rom.txt', '/none.gb', '/folder.gb', '/']) (await readRom(me, path)).expect(404)
    ;(await me.client.signedOut().get('/api/roms/elsewhere.gba')).expect(401)
  })

  it('are for people who may download; others see the titles of plain files', async () => {
    const one = filesOf(
      await site.makePerson({
        perm: { download: false, share: false },
        rules: [{ regex: false, allow: false, path: '/Shared' }],
      }),
    )
    await one.given({ 'ARCADE/gb/a.gb': 'a', 'ARCADE/gb/b.zip': pack([{ name: 'b.gb', body: 'b' }]) })
    expect(await pathsOf(one, 'gb')).toEqual(['/ARCADE/gb/a.gb'])
    expect((await readRom(one, '/ARCADE/gb/a.gb')).expect(202).text).toBe('')
    expect((await readRom(one, '/ARCADE/gb/b.zip/b.gb')).expect(202).text).toBe('')
  })
})

describe('the hours of play', () => {
  const at = (from: number, to: number) => {
    const hour = (offset: number) => String((new Date().getHours() + offset + 24) % 24).padStart(2, '0')
    return `${hour(from)}:00-${hour(to)}:00`
  }

  it('are set by administrators, hold for the ROMs on both replicas, and leave the files readable', async () => {
    const one = await withoutShared()
    const admin = await site.adminClient()
    const set = (client: typeof admin, playHours: string) =>
      client.put(`/api/users/${one.client.id}`, {
        what: 'user',
        which: ['playHours'],
        data: { id: one.client.id, playHours },
      })
    await one.given({ 'ARCADE/gb/a.gb': 'a' })
    const time = async () => (await one.client.get('/api/arcade/time')).expect(200).json<PlayTime>()
    expect(await time()).toEqual({ hours: '', isOpen: true, closesIn: null })
    ;(await set(admin, at(2, 4))).expect(200)
    for (const replica of [0, 1]) {
      expect((await one.client.get('/api/arcade/time', { replica })).json()).toMatchObject({ isOpen: false })
      for (const url of ['/api/gb/roms', '/api/roms/ARCADE/gb/a.gb'])
        (await one.client.get(url, { replica })).expect(403)
    }
    ;(await one.client.get('/api/raw/ARCADE/gb/a.gb')).expect(200)
    ;(await set(one.client, '')).expect(403)
    for (const wrong of ['25:00-26:00', '16:00', 'always']) (await set(admin, wrong)).expect(400)
    ;(await set(admin, at(-2, 2))).expect(200)
    const { isOpen, closesIn } = await time()
    expect([isOpen, (closesIn ?? 0) > 3600 && (closesIn ?? 0) <= 7200]).toEqual([true, true])
    ;(await one.client.get('/api/gb/roms')).expect(200)
    ;(await one.client.signedOut().get('/api/arcade/time')).expect(401)
  })
})

describe('the emulator', () => {
  it('comes from this site, and only its own page may run WebAssembly, without eval', async () => {
    const anybody = me.client.signedOut()
    const loader = (await anybody.get('/emulatorjs/data/loader.js')).expect(200)
    expect(loader.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    ;(await anybody.get('/emulatorjs/data/cores/gambatte-legacy-wasm.data')).expect(200)
    expect((await anybody.get('/emulatorjs/LICENSES.txt')).expect(200).text).toContain('GNU GENERAL PUBLIC LICENSE')
    for (const name of ['..%2f..%2fpackage.json', '.env', '../../package.json', 'none.js', 'emulator.min.js.br', ''])
      (await anybody.get(`/emulatorjs/data/${name}`)).expect(400, 404)
    const policyOf = async (address: string) =>
      (await anybody.get(address)).expect(200).headers['content-security-policy'] ?? ''
    const policy = await policyOf('/arcade/emulator?rom=%2Fa.gb')
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' blob: 'wasm-unsafe-eval';/)
    expect(policy).toContain("worker-src 'none'")
    expect(policy).not.toContain("'unsafe-eval'")
    for (const address of ['/arcade', '/arcade/emulator/x', '/files/'])
      expect(await policyOf(address)).not.toContain('wasm-unsafe-eval')
  })
})
