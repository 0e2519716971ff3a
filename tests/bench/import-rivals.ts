// The programs that fetch the same as Nido, each by itself into a folder: aria2, transmission and curl.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../../scripts/lib/child.ts'
import { installPackage } from '../../scripts/lib/debian.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { findOnPath } from '../../scripts/lib/programs.ts'
import { ARIA2, type ImportSource } from './import-source.ts'
import { type Used, watchUse } from './used.ts'

/** The programs, and the Debian packages that have them. */
const PACKAGES = { aria2c: 'aria2', 'transmission-cli': 'transmission-cli', curl: 'curl' }
const LOOK_MS = 10
/** How long nothing may come. Now and then transmission finds nobody, and has to be started anew. */
const PATIENCE_MS = 60_000
const TRIES_MAX = 3

export type Rival = 'aria2' | 'transmission' | 'curl'

export interface Fetched extends Used {
  /** From the start of the program, and from the first byte on the disk, to the last verified one. */
  seconds: number
  transferSeconds: number
}

/** Finds or installs the programs. Answers those that are not to be had. */
export async function missingRivals(): Promise<string[]> {
  const env = environment()
  const missing: string[] = []
  for (const [program, name] of Object.entries(PACKAGES))
    if (!(await findOnPath(program, env)) && !(await installPackage(name, env, console.log))) missing.push(name)
  return missing
}

/** Fetches into a folder of its own, which is removed again. Null if the program finds nobody each time. */
export async function fetchBy(rival: Rival, source: ImportSource, folder: string): Promise<Fetched | null> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await mkdir(folder)
    const fetched = await planOf(rival, source, folder)
      .then(timeOf)
      .finally(() => rm(folder, { recursive: true, force: true }))
    if (fetched !== null) return fetched
  }
  console.log(`${rival} finds nobody this time`)
  return null
}

interface Plan {
  command: string
  args: string[]
  /** Where its bytes go while they come. */
  growing: string
  /** Where the whole file is then, if the program does not end by itself. */
  whole: string | null
}

async function planOf(rival: Rival, { name, torrent, link }: ImportSource, folder: string): Promise<Plan> {
  const file = path.join(folder, name)
  if (rival === 'curl')
    return { command: 'curl', args: ['--silent', '--fail', '--output', file, link], growing: file, whole: null }
  const port = await findFreePort()
  if (rival === 'aria2') {
    const args = [...ARIA2, '--seed-time=0', `--listen-port=${port}`, `--dir=${folder}`, torrent]
    return { command: 'aria2c', args, growing: file, whole: null }
  }
  const settings = path.join(folder, 'settings')
  await mkdir(settings)
  const off = { 'dht-enabled': false, 'lpd-enabled': false, 'pex-enabled': false, 'utp-enabled': false }
  const wish = { ...off, preallocation: 0, 'rename-partial-files': true }
  await writeFile(path.join(settings, 'settings.json'), JSON.stringify(wish))
  const args = ['-g', settings, '-w', folder, '-p', String(port), '-M', '-D', '-U', torrent]
  return { command: 'transmission-cli', args, growing: `${file}.part`, whole: file }
}

/** Null where nothing comes. */
async function timeOf({ command, args, growing, whole }: Plan): Promise<Fetched | null> {
  const began = performance.now()
  let first = began
  const program = await startChild(command, { command, args })
  const use = watchUse(() => (program.isRunning() ? [program.pid] : []))
  const isWhole = async () => whole !== null && (await sizeOf(whole)) > 0
  while (program.isRunning() && !(await isWhole())) {
    if (first === began && (await sizeOf(growing)) > 0) first = performance.now()
    if (first === began && performance.now() - began > PATIENCE_MS) break
    await sleep(LOOK_MS)
  }
  const end = performance.now()
  const fetched = { ...use(), seconds: (end - began) / 1000, transferSeconds: (end - first) / 1000 }
  const isLeft = program.isRunning()
  await program.stop()
  if (!isLeft && (await program.exited).code !== 0)
    throw new Error(`${command} failed: ${program.lastLines().join('\n')}`)
  return isLeft && first === began ? null : fetched
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
