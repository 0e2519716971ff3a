// docker-compose.yaml, read by the library that reads it for Docker.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { SETTING_NAMES } from '../../backend/src/config.ts'
import { findComposeReader } from '../../scripts/lib/kubernetes-programs.ts'
import { ROOT } from '../../scripts/lib/places.ts'
import { places } from './helm.ts'

interface Service {
  image: string
  build: { dockerfile: string; target?: string }
  environment?: Record<string, string>
  networks: Record<string, unknown>
  depends_on?: Record<string, { condition: string }>
  ports?: unknown[]
  volumes?: { source: string }[]
}

const GIVEN: Record<string, string> = { SECRET_KEY: 'k'.repeat(32), S3_SECRET_KEY: 'its-secret' }
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** What Docker makes of a Compose file. @throws Error if it is not valid */
async function readCompose(text: string): Promise<{
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-compose-'))
  try {
    const filled = text.replaceAll(
      VARIABLE,
      (_, name: string, kind: string, rest: string) => GIVEN[name] ?? (kind === '-' ? rest : ''),
    )
    await writeFile(path.join(folder, 'docker-compose.yaml'), filled)
    const program = await findComposeReader(places)
    const { stdout } = await promisify(execFile)(program, ['-format', 'json', 'docker-compose.yaml'], { cwd: folder })
    return JSON.parse(stdout) as Awaited<ReturnType<typeof readCompose>>
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('docker-compose.yaml', () => {
  let text: string
  let read: Awaited<ReturnType<typeof readCompose>>
  beforeAll(async () => {
    text = await readFile(path.join(ROOT, 'docker-compose.yaml'), 'utf8')
    read = await readCompose(text)
  })

  it('has the six, each built from a Dockerfile of ours', async () => {
    expect(Object.keys(read.services).toSorted()).toEqual(['api', 'database', 'emulator', 'store', 'web', 'worker'])
    for (const [name, { build, image }] of Object.entries(read.services)) {
      const dockerfile = await readFile(path.join(ROOT, build.dockerfile), 'utf8')
      expect(dockerfile).toContain(build.target ? ` AS ${build.target}\n` : 'ENTRYPOINT')
      expect(image).toMatch(new RegExp(`^nido/${name}:\\d`))
    }
  })

  it('is not valid with a key that does not exist', async () => {
    await expect(readCompose(text.replace('read_only:', 'readonly:'))).rejects.toThrow(/readonly/)
    await expect(readCompose(text.replace('read_only: true', 'read_only: sometimes'))).rejects.toThrow(/read_only/)
  })

  it('names services, networks and volumes that it has', () => {
    for (const { depends_on: needed = {}, networks, volumes = [] } of Object.values(read.services)) {
      expect(Object.keys(read.services)).toEqual(expect.arrayContaining(Object.keys(needed)))
      expect(Object.keys(read.networks)).toEqual(expect.arrayContaining(Object.keys(networks)))
      expect(Object.keys(read.volumes)).toEqual(expect.arrayContaining(volumes.map(({ source }) => source)))
    }
  })

  it('sets settings that exist, and asks for those that have no default', () => {
    for (const name of ['api', 'worker'])
      expect(Object.keys(read.services[name]?.environment ?? {}).filter((one) => !SETTING_NAMES.includes(one))).toEqual(
        [],
      )
    const asked = [...text.matchAll(VARIABLE)].flatMap(([, name = '', kind]) => (kind === '?' ? [name] : []))
    expect([...new Set(asked)].toSorted()).toEqual(Object.keys(GIVEN).toSorted())
    for (const name of asked) expect(text).toContain(`#   ${name}=`)
  })

  it('shows nothing but web, and lets only web and worker out', () => {
    const names = (has: (service: Service) => boolean) =>
      Object.entries(read.services)
        .flatMap(([name, service]) => (has(service) ? [name] : []))
        .toSorted()
    expect(names(({ ports }) => Boolean(ports))).toEqual(['web'])
    expect(names(({ networks }) => 'outside' in networks)).toEqual(['web', 'worker'])
    expect(read.networks['inside']?.internal).toBe(true)
  })

  it.each(['api', 'database', 'emulator', 'store', 'web', 'worker'])('%s may do as little as in a cluster', (name) =>
    expect(read.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    }),
  )
})
