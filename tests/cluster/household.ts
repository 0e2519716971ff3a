// The household that the tests install, and what they need of it.
import { Client } from '../helpers/client.ts'
import { happens } from '../helpers/until.ts'
import type { Cluster } from './cluster.ts'
import { NETWORK } from './machine/places.ts'

export const RELEASE = 'nido'
export const NODE_PORT = 30_080
export const URL_OF_WEB = `http://${NETWORK.node}:${NODE_PORT}`
/** Where the machine has a site that workers may import from. */
export const SITE = { host: NETWORK.machine, port: 8080 } as const
export const SITE_URL = `http://${SITE.host}:${SITE.port}`

/** What the chart is installed with, beside its defaults. */
export const VALUES = {
  global: { imageRegistry: 'localhost' },
  trustedProxies: [NETWORK.pods],
  web: { service: { type: 'NodePort', nodePort: NODE_PORT } },
  // The site is at a private address, as everything here.
  settings: { IMPORT_PRIVATE_ADDRESSES: NETWORK.machine },
  tests: { importUrl: `${SITE_URL}/letter.bin` },
  backup: { enabled: true },
}

const READY_MS = 180_000
const IN_RELEASE = ['--namespace', RELEASE]

export class Household {
  readonly cluster: Cluster

  constructor(cluster: Cluster) {
    this.cluster = cluster
  }

  /** Runs kubectl in the namespace of the release. */
  kubectl(...words: string[]): Promise<string> {
    return this.cluster.kubectl(...IN_RELEASE, ...words)
  }

  helm(...words: string[]): Promise<string> {
    return this.cluster.helm(...words, ...IN_RELEASE)
  }

  client(): Client {
    return new Client([{ url: URL_OF_WEB, isRunning: () => true }])
  }

  async admin(): Promise<Client> {
    const template = 'go-template={{index .data "admin-password" | base64decode}}'
    return this.client().signIn('admin', await this.kubectl('get', 'secret', RELEASE, '--output', template))
  }

  /** The names of a component's pods. */
  async pods(component: string): Promise<string[]> {
    const selector = `app.kubernetes.io/component=${component}`
    const names = await this.kubectl('get', 'pods', '--selector', selector, '--output', 'name')
    return names.split('\n').filter(Boolean)
  }

  /** Waits until a component has as many ready pods as it should, and no others. */
  async isWhole(component: string): Promise<void> {
    const kind = ['api', 'web'].includes(component) ? 'deployment' : 'statefulset'
    const name = `${kind}/${RELEASE}-${component}`
    await this.kubectl('rollout', 'status', name, `--timeout=${READY_MS / 1000}s`)
    const format = 'jsonpath={.spec.replicas} {.status.readyReplicas}'
    await happens(
      async () => {
        const [wanted, ready] = (await this.kubectl('get', name, '--output', format)).split(' ')
        return ready === wanted && (await this.pods(component)).length === Number(wanted)
      },
      `${name} is ready`,
      READY_MS,
    )
  }

  /** How often the containers of the release have been started again. */
  async restarts(): Promise<number> {
    const format = 'jsonpath={.items[*].status.containerStatuses[*].restartCount}'
    const counts = await this.kubectl('get', 'pods', '--output', format)
    return counts.split(' ').reduce((sum, count) => sum + Number(count), 0)
  }
  /** What the programs that API and worker call say of themselves, in a line each. */
  async versions(): Promise<string[]> {
    const calls = [
      ['deployment/nido-api', 'ffmpeg', '-version'],
      ['deployment/nido-api', 'ffprobe', '-version'],
      ['statefulset/nido-worker', 'ffmpeg', '-version'],
      ['statefulset/nido-worker', '/opt/yt-dlp/bin/yt-dlp', '--version'],
    ]
    const lines: string[] = []
    for (const [pod = '', ...words] of calls)
      lines.push((await this.kubectl('exec', pod, '--', ...words)).split('\n', 1)[0] ?? '')
    return lines
  }

  /** What there is in the namespace, without what Kubernetes makes in each. */
  async left(): Promise<string[]> {
    const kinds = 'all,configmap,secret,ingress,networkpolicy,pvc,serviceaccount,poddisruptionbudget,cronjob'
    return (await this.kubectl('get', kinds, '--output', 'name'))
      .split('\n')
      .filter((name) => name !== '' && !/kube-root-ca.crt|serviceaccount\/default/.test(name))
      .toSorted()
  }
}
