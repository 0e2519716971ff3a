// A cluster of one node for a file of tests, and what is called in it.
import { spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findHelm } from '../../scripts/lib/kubernetes-programs.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { NODE, ROOT } from '../../scripts/lib/places.ts'
import { findNodePackages, call, environmentOf, FOLDER, KUBECONFIG } from './machine/places.ts'
import { findImages } from './images/images.ts'

const START_MS = 300_000
const RESULTS = path.join(ROOT, 'test-results', 'cluster')
const say = (line: string) => void process.stderr.write(`${line}\n`)
const places = { env: environment(), say }

export class Cluster {
  /** The folder of the OCI layout that its images are from. */
  readonly images: string
  /** What is found of it after its end. */
  readonly left: string[] = []
  readonly #env: NodeJS.ProcessEnv
  readonly #stop: () => Promise<void>

  private constructor({ images, env, stop }: { images: string; env: NodeJS.ProcessEnv; stop: () => Promise<void> }) {
    this.images = images
    this.#env = env
    this.#stop = stop
  }

  /** @throws Error with what its program said if it is not ready within five minutes */
  static async start(): Promise<Cluster> {
    const images = await findImages(places)
    const helm = await findHelm(places)
    const own = environmentOf(await findNodePackages(places), [path.join(FOLDER, 'bin')])
    // The program ends with its standard input, so a cluster never outlives its tests, however they end.
    const program = path.join(import.meta.dirname, 'machine', 'run.ts')
    const child = spawn(NODE, [program, images], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
    const said: string[] = []
    const cluster = new Cluster({
      images,
      env: { ...own, KUBECONFIG, NIDO_HELM: helm },
      stop: async () => {
        child.stdin.end()
        await ended
      },
    })
    const isReady = new Promise<boolean>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        said.push(line)
        if (line.startsWith('left: ')) cluster.left.push(line.slice(6))
        if (line.startsWith('ready')) resolve(true)
      })
      void ended.then(() => resolve(false))
      setTimeout(() => resolve(false), START_MS).unref()
    })
    if (await isReady) return cluster
    await cluster.stop()
    throw new Error(`the cluster did not start:\n${said.join('\n')}`)
  }

  /** Runs kubectl. @throws Error with what it said */
  kubectl(...words: string[]): Promise<string> {
    return call(this.#env, 'kubectl', ...words)
  }

  /** Runs helm in the project's folder. @throws Error with what it said */
  helm(...words: string[]): Promise<string> {
    return call(this.#env, this.#env['NIDO_HELM'] ?? '', ...words)
  }

  /** Runs a line of a document in a folder, where `helm` and `kubectl` are those of the cluster. */
  async line(text: string, folder: string): Promise<string> {
    const script = `helm() { "$NIDO_HELM" "$@"; }; cd "$0" && ${text}`
    return call(this.#env, 'sh', '-c', script, folder)
  }

  /** Writes what somebody who looks for a fault wants to see into test-results/cluster. */
  async describe(): Promise<void> {
    await rm(RESULTS, { recursive: true, force: true })
    await mkdir(RESULTS, { recursive: true })
    const keep = async (name: string, ...words: string[]) => {
      const text = await this.kubectl(...words).catch(String)
      await writeFile(path.join(RESULTS, name), text)
    }
    await keep('all.txt', 'get', 'all,pvc,pv', '--all-namespaces', '--output', 'wide')
    await keep('events.txt', 'get', 'events', '--all-namespaces', '--sort-by', '.lastTimestamp')
    await keep('pods.txt', 'describe', 'pods', '--all-namespaces')
    const pods = await this.kubectl('get', 'pods', '--namespace', 'nido', '--output', 'name').catch(() => '')
    for (const pod of pods.split('\n').filter(Boolean)) {
      const name = pod.replace('pod/', '')
      const words = ['logs', '--namespace', 'nido', '--all-containers', '--timestamps', name]
      await keep(`${name}.log`, ...words)
      await keep(`${name}-previous.log`, ...words, '--previous')
    }
    for (const name of await readdir(FOLDER))
      if (name.endsWith('.log')) await copyFile(path.join(FOLDER, name), path.join(RESULTS, name))
  }

  /** Ends it and removes all of it. */
  stop(): Promise<void> {
    return this.#stop()
  }
}
