// What the tests on a cluster need: a machine that can be a node, Kubernetes, and the images of Nido.
import { mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { findImages } from './images/images.ts'
import { run } from '../../scripts/lib/debian.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findKube } from '../../scripts/lib/kube.ts'
import { findHelm } from '../../scripts/lib/kubernetes-programs.ts'
import { findOnPath, type ProgramPlaces } from '../../scripts/lib/programs.ts'

const PROGRAMS = ['apt-get', 'go', 'npm', 'perl', 'nsenter']

/**
 * Builds everything, or tells the tests in NIDO_NO_CLUSTER why they are skipped.
 * @throws Error with the reason if REQUIRE_CLUSTER is set, and with a readable message if something cannot be built
 */
export async function prepareCluster(places: ProgramPlaces): Promise<void> {
  const reason = await whyNoCluster(places.env)
  if (reason !== null) {
    if (places.env['REQUIRE_CLUSTER']) throw new Error(`There can be no cluster on this machine: ${reason}.`)
    places.say(`The tests on a cluster are skipped: ${reason}.`)
    environment()['NIDO_NO_CLUSTER'] = reason
    return
  }
  await findKube(places)
  await findHelm(places)
  await findImages(places)
}

/** Why this machine cannot be the node of a cluster; null if it can. */
export async function whyNoCluster(env: NodeJS.ProcessEnv): Promise<string | null> {
  if (process.platform !== 'linux') return 'it takes Linux'
  if (process.getuid?.() !== 0) return 'it takes root'
  for (const name of PROGRAMS) if (!(await findOnPath(name, env))) return `it takes ${name}`
  const isolate = ['--net', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']
  if (!(await run('unshare', isolate, env)))
    return 'it takes the right to make networks and to mount (CAP_NET_ADMIN, CAP_SYS_ADMIN)'
  return (await canGroup()) ? null : 'it takes the right to make control groups'
}

/** Whether processes can be put into groups: on a tree of all controllers, or on one of each. */
async function canGroup(): Promise<boolean> {
  for (const parent of ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']) {
    const folder = path.join(parent, `nido-trial-${process.pid}`)
    const isMade = await mkdir(folder).then(
      () => true,
      () => false,
    )
    if (!isMade) continue
    await rmdir(folder).catch(() => undefined)
    return true
  }
  return false
}
