// The servers that Nido starts, as other users of the machine find them: closed folders, and a database that is on no
// network (C10).
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { openDataFolder, readPorts } from '../../scripts/lib/data-folder.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { startDatabase } from '../../scripts/lib/embedded.ts'
import { openServers } from '../../scripts/lib/household-servers.ts'
import { findFreePort, isListening } from '../../scripts/lib/ports.ts'
import { findDatabase } from '../../scripts/lib/programs.ts'
import { startNido } from '../helpers/nido.ts'

const say = () => undefined
const env = environment()
const program = await findDatabase({ env, say })
const isEmbedded = program.kind === 'embedded'
let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'nido-closed-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)
const hasSaid = async (url: string) => {
  const database = await mongoose.createConnection(`${url}/trial`, { serverSelectionTimeoutMS: 20_000 }).asPromise()
  await database.collection<{ _id: string }>('words').insertOne({ _id: 'said' })
  const found = await database.collection<{ _id: string }>('words').findOne({ _id: 'said' })
  await database.close()
  return found?._id === 'said'
}
const whereEmbedded = isEmbedded ? describe : describe.skip

whereEmbedded('C10: the embedded database', () => {
  it('listens on a socket in its folder, which nobody else may enter, and on no port', async () => {
    const dir = path.join(root, 'database')
    // The state that an earlier release and a killed server leave behind.
    await mkdir(dir)
    await chmod(dir, 0o755)
    await writeFile(path.join(dir, 'door.sock'), '')
    const port = await findFreePort()
    const { url, child } = await startDatabase(program, { dir, port, env })
    try {
      expect(url).toBe(`mongodb://${encodeURIComponent(path.join(dir, 'door.sock'))}`)
      expect([await modeOf(dir), await modeOf(path.join(dir, 'door.sock')), await isListening(port)]).toEqual([
        '700',
        '600',
        false,
      ])
      expect(await hasSaid(url)).toBe(true)
    } finally {
      await child.stop()
    }
  })

  it('listens on this machine only, where its path is too long for a socket', async () => {
    const dir = path.join(root, 'long'.repeat(20), 'database')
    const port = await findFreePort()
    const { url, child } = await startDatabase(program, { dir, port, env })
    try {
      expect([url, await modeOf(dir)]).toEqual([`mongodb://127.0.0.1:${port}`, '700'])
      const outside = Object.values(os.networkInterfaces())
        .flatMap((all) => all ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4')
      for (const { address } of outside) expect([address, await isListening(port, address)]).toEqual([address, false])
      expect(await hasSaid(url)).toBe(true)
    } finally {
      await child.stop()
    }
  })
})

describe('C10: the data folder', () => {
  it('is closed wherever it reveals files, and a second replica finds the servers in it', async () => {
    const at = path.join(root, 'data')
    for (const name of ['minio', 'database', 'logs']) await mkdir(path.join(at, name), { recursive: true, mode: 0o755 })
    const folder = await openDataFolder(at)
    const own = { PATH: env['PATH'], HOME: env['HOME'], TMPDIR: env['TMPDIR'], XDG_CACHE_HOME: env['XDG_CACHE_HOME'] }
    const wishes = { folder, env: own, ports: { minio: 0, database: 0 }, say }
    const first = await openServers(wishes)
    try {
      for (const name of ['minio', 'database', 'logs'])
        expect([name, await modeOf(path.join(at, name))]).toEqual([name, '700'])
      const second = await openServers(wishes)
      expect([second.settings, second.children]).toEqual([first.settings, []])
      expect(first.settings['MONGO_URL']).toMatch(
        isEmbedded ? /^mongodb:\/\/%2F.*door\.sock\/nido$/ : /^mongodb:\/\/127\.0\.0\.1:\d+\/nido$/,
      )
      expect((await readPorts(folder))?.database === 0).toBe(isEmbedded)
      expect(await hasSaid((first.settings['MONGO_URL'] ?? '').replace(/\/nido$/, ''))).toBe(true)
    } finally {
      await first.stop()
    }
  })
})

const outside = Object.values(os.networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address
const whereNetwork = outside === undefined ? describe.skip : describe

whereNetwork('C10: the metrics', () => {
  it('are served on this machine only, unless a setting says otherwise, even where the API is public', async () => {
    const port = await findFreePort()
    const nido = await startNido({ replicas: 1, settings: { HOST: '0.0.0.0', METRICS_PORT: String(port) } })
    try {
      expect([
        await isListening(nido.replicas[0]?.port ?? 0, outside),
        await isListening(port, outside),
        await isListening(port),
      ]).toEqual([true, false, true])
      const open = await findFreePort()
      await nido.addReplica({ METRICS_PORT: String(open), METRICS_HOST: '0.0.0.0' })
      expect([await isListening(open, outside), await isListening(open)]).toEqual([true, true])
    } finally {
      await nido.stop()
    }
  })
})
