// The packages of the emulator, and the programs that test it.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { buildRoms, hashesOf } from '../tests/roms/build.ts'
import { CORES } from './lib/emulator.ts'
import { ROOT } from './lib/places.ts'

interface Locked {
  version?: string
  integrity?: string
  link?: boolean
}
const read = async (name: string) =>
  JSON.parse(await readFile(path.join(ROOT, 'frontend', 'emulator', name), 'utf8')) as never

describe('the packages of the emulator', () => {
  it('are few, of one version, and known by their hashes', async () => {
    const { packages } = (await read('package-lock.json')) as { packages: Record<string, Locked> }
    const fetched = Object.entries(packages).filter(([, { integrity }]) => integrity !== undefined)
    expect(fetched.map(([at, { version }]) => `${at} ${version ?? ''}`).toSorted()).toEqual(
      ['emulatorjs', ...CORES.map((core) => `core-${core}`)]
        .map((name) => `node_modules/@emulatorjs/${name} 4.2.3`)
        .toSorted(),
    )
    const others = Object.entries(packages).filter(([at, { integrity, link }]) => at !== '' && !integrity && !link)
    expect(others.every(([at]) => at.endsWith('nothing'))).toBe(true)
  })

  it('are all named, with their sources', async () => {
    const text = await readFile(path.join(ROOT, 'frontend', 'emulator', 'LICENSES.txt'), 'utf8')
    for (const core of CORES) expect(text).toContain(`@emulatorjs/core-${core}`)
    expect(text).not.toContain('@emulatorjs/core-desmume')
  })
})

describe('the test programs', () => {
  it('are what their source makes', async () => {
    const roms = buildRoms()
    const folder = path.join(ROOT, 'tests', 'roms')
    expect(hashesOf(roms)).toBe(await readFile(path.join(folder, 'SHA256SUMS'), 'utf8'))
    for (const [name, bytes] of Object.entries(roms))
      expect(bytes.equals(await readFile(path.join(folder, name)))).toBe(true)
  })
})
