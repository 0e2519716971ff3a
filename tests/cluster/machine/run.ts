// Runs a cluster of one node until standard input ends or a signal comes, then removes all of it: `run.ts IMAGES`, a
// folder of the OCI layout. Prints `ready` when pods can be started.
import { environment } from '../../../scripts/lib/environment.ts'
import { findKube } from '../../../scripts/lib/kube.ts'
import { mkdir } from 'node:fs/promises'
import { writeCertificates } from './certificates.ts'
import { startControlPlane } from './control-plane.ts'
import { leftovers, removeLeftovers } from './leftovers.ts'
import { Machine } from './machine.ts'
import { makeNetwork } from './network.ts'
import { startNode } from './node.ts'
import { findNodePackages, FOLDER } from './places.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Resolves when whoever started this has ended, in whatever way, or wants it to end. */
const ending = new Promise<void>((resolve) => {
  process.stdin.on('end', resolve).on('error', resolve).resume()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
})

async function main(): Promise<number> {
  const [images = ''] = process.argv.slice(2)
  const places = { env: environment(), say }
  const [kube, packages] = [await findKube(places), await findNodePackages(places)]
  const machine = new Machine(packages)
  await removeLeftovers(machine.env)
  await mkdir(FOLDER, { recursive: true, mode: 0o755 })
  try {
    const began = performance.now()
    await machine.nameProgramsOf(kube)
    await makeNetwork(machine.env)
    await writeCertificates(machine.env)
    await startControlPlane(machine)
    await startNode(machine, images)
    say(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await ending
    return 0
  } finally {
    await machine.stop()
    await removeLeftovers(machine.env)
    for (const left of await leftovers()) say(`left: ${left}`)
    say('removed')
  }
}

process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  }),
)
