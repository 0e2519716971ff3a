// Which pod reaches which, by the rendered network policies. No network here enforces them, so they are evaluated.
import { BlockList, isIPv6 } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { CHART, type KubeObject, podsOf, render } from './helm.ts'

type Labels = Record<string, string>
interface Selector {
  matchLabels?: Labels
}
interface Peer {
  podSelector?: Selector
  namespaceSelector?: Selector
  ipBlock?: { cidr: string; except?: string[] }
}
interface Rule {
  from?: Peer[]
  to?: Peer[]
  ports?: { port: number; protocol?: string }[]
}
interface Policy {
  podSelector: Selector
  policyTypes: ('Ingress' | 'Egress')[]
  ingress?: Rule[]
  egress?: Rule[]
}
/** A pod of the release, of another namespace, or an address outside. */
interface Place {
  labels?: Labels
  namespace?: string
  address?: string
}

const matches = ({ matchLabels = {} }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value)

function isWithin(cidr: string, address: string): boolean {
  const [network = '', bits] = cidr.split('/')
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family)
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') && isIPv6(network) === isIPv6(address)
}

function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, place: Place): boolean {
  if (ipBlock) {
    const { address } = place
    if (address === undefined || !isWithin(ipBlock.cidr, address)) return false
    return !(ipBlock.except ?? []).some((cidr) => isWithin(cidr, address))
  }
  if (!place.labels) return false
  const isThere = namespaceSelector
    ? matches(namespaceSelector, { 'kubernetes.io/metadata.name': place.namespace ?? 'nido' })
    : (place.namespace ?? 'nido') === 'nido'
  return isThere && matches(podSelector ?? {}, place.labels)
}

const allows = (
  rules: Rule[] | undefined,
  side: 'from' | 'to',
  { place, port }: { place: Place; port: number },
): boolean =>
  (rules ?? []).some(
    (rule) =>
      (!rule.ports || rule.ports.some((one) => one.port === port)) &&
      (!rule[side] || rule[side].some((peer) => isPeer(peer, place))),
  )

class Network {
  readonly #policies: Policy[]
  readonly #pods: Map<string, Labels>

  constructor(objects: KubeObject[]) {
    this.#policies = objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy)
    this.#pods = new Map(podsOf(objects).map(({ labels }) => [labels['app.kubernetes.io/component'] ?? '', labels]))
  }

  /** The component of the release with this name, or the place itself. */
  #place(place: string | Place): Place {
    if (typeof place !== 'string') return place
    const labels = this.#pods.get(place)
    if (!labels) throw new Error(`there is no pod ${place}`)
    return { labels }
  }

  /** Whether one reaches the other: what leaves is allowed to, and what arrives. */
  reaches(from: string | Place, to: string | Place, port: number): boolean {
    const [source, target] = [this.#place(from), this.#place(to)]
    const may = (place: Place, kind: 'Ingress' | 'Egress', other: Place) => {
      const { labels } = place
      if (!labels || (place.namespace ?? 'nido') !== 'nido') return true
      const own = this.#policies.filter(
        ({ policyTypes, podSelector }) => policyTypes.includes(kind) && matches(podSelector, labels),
      )
      const [name, side] = kind === 'Ingress' ? (['ingress', 'from'] as const) : (['egress', 'to'] as const)
      return own.length === 0 || own.some((policy) => allows(policy[name], side, { place: other, port }))
    }
    return may(source, 'Egress', target) && may(target, 'Ingress', source)
  }
}

const INTERNET = { address: '93.184.216.34' }
const PORTS: Record<string, number> = {
  web: 8080,
  api: 8080,
  store: 9000,
  database: 27017,
  mongodb: 27017,
  worker: 9090,
}

/** The pairs that reach each other, of all components. */
function pairs(network: Network, components: string[]): string[] {
  const found = []
  for (const from of components)
    for (const to of components)
      if (from !== to && PORTS[to] && network.reaches(from, to, PORTS[to])) found.push(`${from} ${to}`)
  return found.toSorted()
}

const ci = (name: string): string => path.join(CHART, 'ci', `${name}-values.yaml`)
const COMPONENTS = ['api', 'database', 'store', 'store-users', 'test', 'web', 'worker']

describe('by default', () => {
  let network: Network
  beforeAll(async () => {
    network = new Network(await render())
  })

  it('pods reach each other only where Nido needs it', () =>
    expect(pairs(network, COMPONENTS)).toEqual([
      'api database',
      'api store',
      'store-users store',
      'test web',
      'web api',
      'worker database',
      'worker store',
    ]))

  it('only the worker reaches the Internet', () =>
    expect(COMPONENTS.filter((name) => network.reaches(name, INTERNET, 443))).toEqual(['worker']))

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '127.0.0.1',
    '100.64.0.1',
    '198.18.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
  ])('and no private address: %s', (address) => expect(network.reaches('worker', { address }, 80)).toBe(false))

  it('everybody reaches web, and nobody else anything', () => {
    const stranger = { labels: { app: 'another' }, namespace: 'elsewhere' }
    expect(
      Object.keys(PORTS).filter(
        (name) => COMPONENTS.includes(name) && network.reaches(stranger, name, PORTS[name] ?? 0),
      ),
    ).toEqual(['web'])
    expect(network.reaches(INTERNET, 'web', 8080)).toBe(true)
    expect(network.reaches('web', 'api', 9090)).toBe(false)
  })

  it('all can ask for names', () => {
    const names = { labels: { 'k8s-app': 'kube-dns' }, namespace: 'kube-system' }
    expect(COMPONENTS.filter((name) => !network.reaches(name, names, 53))).toEqual([])
    expect(network.reaches('api', names, 8080)).toBe(false)
  })
})

describe('where it is said', () => {
  it('only the ingress controller and the test reach web', async () => {
    const network = new Network(await render({}, [ci('ingress-nginx')]))
    expect(network.reaches({ labels: {}, namespace: 'ingress-nginx' }, 'web', 8080)).toBe(true)
    expect(network.reaches({ labels: {}, namespace: 'elsewhere' }, 'web', 8080)).toBe(false)
    expect(network.reaches('test', 'web', 8080)).toBe(true)
  })

  it('the API reaches the Internet to verify captchas, and peers reach the worker', async () => {
    const network = new Network(await render({}, [ci('captcha')]))
    expect([network.reaches('api', INTERNET, 443), network.reaches('api', INTERNET, 80)]).toEqual([true, false])
    expect(network.reaches(INTERNET, 'worker', 6881)).toBe(true)
  })

  it('servers outside are reached at their networks and ports alone', async () => {
    const network = new Network(await render({}, [ci('external')]))
    const [s3, database] = [{ address: '203.0.113.9' }, { address: '198.51.100.7' }]
    for (const name of ['api', 'worker'])
      expect([network.reaches(name, s3, 443), network.reaches(name, database, 27018)]).toEqual([true, true])
    expect([network.reaches('api', s3, 27018), network.reaches('api', INTERNET, 443)]).toEqual([false, false])
    expect(network.reaches('web', s3, 443)).toBe(false)
  })

  it('backups reach what they copy, and the server that they go to', async () => {
    const network = new Network(await render({}, [ci('backup')]))
    expect(pairs(network, ['backup', 'api', 'database', 'store', 'web'])).toEqual([
      'api database',
      'api store',
      'backup database',
      'backup store',
      'web api',
    ])
    expect(network.reaches('backup', { address: '192.0.2.5' }, 443)).toBe(true)
    expect(network.reaches('backup', INTERNET, 443)).toBe(false)
  })

  it('members of the replica set reach each other', async () => {
    const network = new Network(await render({}, [ci('mongodb')]))
    expect(pairs(network, ['api', 'mongodb', 'web', 'worker'])).toEqual(['api mongodb', 'web api', 'worker mongodb'])
    expect(network.reaches('mongodb', 'mongodb', 27017)).toBe(true)
  })

  it('metrics are read from the namespace of Prometheus', async () => {
    const network = new Network(await render({}, [ci('everything')]))
    for (const name of ['api', 'worker']) {
      expect(network.reaches({ labels: {}, namespace: 'monitoring' }, name, 9090)).toBe(true)
      expect(network.reaches({ labels: {}, namespace: 'elsewhere' }, name, 9090)).toBe(false)
    }
    expect(network.reaches('worker', { address: '203.0.113.5' }, 443)).toBe(false)
  })
})
