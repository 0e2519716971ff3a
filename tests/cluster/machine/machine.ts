// Starts the programs of the cluster in the node's network, and stops them.
import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { type Child, describeExit, startChild } from '../../../scripts/lib/child.ts'
import { KUBE_PROGRAMS } from '../../../scripts/lib/kube.ts'
import { soon } from '../../helpers/until.ts'
import { IN_NODE } from './network.ts'
import { call, environmentOf, FOLDER, KUBECONFIG } from './places.ts'

const PATIENCE_MS = 120_000

/** What the parts of the cluster are started with. */
export class Machine {
  /** The folder of Debian's programs. */
  readonly packages: string
  readonly env: NodeJS.ProcessEnv
  readonly #children: Child[] = []

  constructor(packages: string) {
    this.packages = packages
    this.env = { ...environmentOf(packages, [path.join(FOLDER, 'bin')]), KUBECONFIG }
  }

  /** Gives the binary of Kubernetes the names of its programs. */
  async nameProgramsOf(kube: string): Promise<void> {
    await mkdir(path.join(FOLDER, 'bin'), { recursive: true })
    for (const name of KUBE_PROGRAMS) await symlink(kube, path.join(FOLDER, 'bin', name))
  }

  /** Starts a program in the node's network. Its output goes to a file in the folder of the cluster. */
  async start(program: string, words: string[]): Promise<void> {
    const [command, ...before] = IN_NODE
    this.#children.push(
      await startChild(program, {
        command,
        args: [...before, program, ...words],
        env: this.env,
        logFile: path.join(FOLDER, `${program}.log`),
      }),
    )
  }

  /** Runs a program to its end. @throws Error with what it said */
  run(command: string, ...words: string[]): Promise<string> {
    return call(this.env, command, ...words)
  }

  kubectl(...words: string[]): Promise<string> {
    return this.run('kubectl', ...words)
  }

  async apply(objects: object[]): Promise<void> {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
    const child = spawn('kubectl', ['apply', '--server-side', '--filename', '-'], { env: this.env })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.stdin.end(text)
    const code = await new Promise((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`kubectl apply: ${said}`)
  }

  /** @throws Error if that does not happen within two minutes, or one of the programs has ended */
  async waitFor(what: string, isReady: () => Promise<boolean>): Promise<void> {
    const ended = () => this.#children.find((child) => !child.isRunning())
    let said = ''
    const look = () =>
      isReady().catch((error: unknown) => {
        said = String(error)
        return false
      })
    const isThere = await soon(look, (is) => is || ended() !== undefined, PATIENCE_MS)
    const child = ended()
    if (child) throw new Error([`${child.name} ${describeExit(await child.exited)}:`, ...child.lastLines()].join('\n'))
    if (!isThere) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s. ${said}`)
  }

  /** Stops the programs, the last one first. */
  async stop(): Promise<void> {
    for (const child of this.#children.toReversed()) await child.stop()
  }
}
