// Ends and removes everything that a cluster consists of, also one whose programs were killed.
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { until } from '../../helpers/until.ts'
import { removeNetwork } from './network.ts'
import { call, FOLDER, NAME } from './places.ts'

const CGROUPS = '/sys/fs/cgroup'

/** Removes processes, mounts, groups and network of a cluster, and its folder. */
export async function removeLeftovers(env: NodeJS.ProcessEnv): Promise<void> {
  await until(async () => (await killAll()) === 0)
  await unmountAll(env)
  for (const folder of await groups()) await removeGroup(folder)
  await removeNetwork(env)
  await rm(FOLDER, { recursive: true, force: true })
}

/** What is left of a cluster, in words. */
export async function leftovers(): Promise<string[]> {
  const links = await readdir('/sys/class/net')
  const namespaces = await readdir('/run/netns').catch((): string[] => [])
  return [
    ...(await processes()).map((pid) => `process ${pid}`),
    ...(await mounts()).map((place) => `mount ${place}`),
    ...(await groups()).map((folder) => `group ${folder}`),
    ...links.filter((name) => name === NAME).map((name) => `link ${name}`),
    ...namespaces.filter((name) => name === NAME).map((name) => `namespace ${name}`),
  ]
}

async function killAll(): Promise<number> {
  const found = await processes()
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  return found.length
}

/** The processes of pods, by their group, and those that were started with the cluster's folder, by their words. */
async function processes(): Promise<number[]> {
  const found = new Set<number>()
  for (const folder of await groups())
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('cgroup.procs'))
        for (const pid of (await read(path.join(folder, name))).split('\n').filter(Boolean)) found.add(Number(pid))
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const words = (await read(`/proc/${pid}/cmdline`)).split('\0')
    if (words.some((word) => word.includes(`${FOLDER}/`)) && Number(pid) !== process.pid) found.add(Number(pid))
  }
  return [...found]
}

async function unmountAll(env: NodeJS.ProcessEnv): Promise<void> {
  for (const place of await mounts()) await call(env, 'umount', '--lazy', place).catch(() => undefined)
}

/** Where something is mounted below the cluster's folder, the innermost place first (proc(5), mounts). */
async function mounts(): Promise<string[]> {
  return (await read('/proc/self/mounts'))
    .split('\n')
    .map((line) => line.split(' ')[1]?.replaceAll('\\040', ' ') ?? '')
    .filter((place) => place.startsWith(`${FOLDER}/`))
    .toSorted()
    .toReversed()
}

/** The cluster's groups: one, or one a controller where the machine has the older kind. */
async function groups(): Promise<string[]> {
  const folders = [CGROUPS, ...(await readdir(CGROUPS)).map((name) => path.join(CGROUPS, name))]
  const found = []
  for (const folder of folders)
    if ((await readdir(folder).catch((): string[] => [])).includes(NAME)) found.push(path.join(folder, NAME))
  return found
}

async function removeGroup(folder: string): Promise<void> {
  for (const inner of await readdir(folder, { withFileTypes: true }))
    if (inner.isDirectory()) await removeGroup(path.join(folder, inner.name))
  await rmdir(folder).catch(() => undefined)
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
