// What may be dialled. The check is made on the address that is really used, after the name was looked up: a name is
// looked up once, all its addresses are checked, and the connection goes to one of these.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { isPublicAddress, isWithin, blockListOf } from './addresses.ts'

/** `unguarded`: what would pass the guard by, such as another process. */
export type RefusalReason = 'address' | 'port' | 'unguarded'

/** Something may not be dialled. */
export class DialRefused extends Error {
  readonly code = 'EPRIVATE'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.name = 'DialRefused'
    this.reason = reason
  }
}

/**
 * `web`: ports that sites are served at. `swarm`: these, and those that peers and trackers choose freely, from 1024
 * on. Mail, remote logins, name servers and the like have smaller numbers; the exceptions are the larger ones of the
 * ports that browsers never use.
 */
export type DialPorts = 'web' | 'swarm'

export interface GuardOptions {
  ports: DialPorts
  /** Addresses and networks in CIDR form that may be dialled, at any port, though they are not public. For tests. */
  privateAddresses?: readonly string[]
  /** Name servers (`127.0.0.1:5353`) that are asked instead of the system's. For tests. */
  nameServers?: readonly string[]
}

/** 0: both. */
export type Family = 0 | 4 | 6

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8000, 8008, 8080, 8081, 8443, 8888])

const FIRST_FREE_PORT = 1024
const LAST_PORT = 65_535
/** The "bad ports" of the Fetch standard from 1024 on. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])

const portRules: Record<DialPorts, (port: number) => boolean> = {
  web: (port) => WEB_PORTS.has(port),
  swarm: (port) =>
    WEB_PORTS.has(port) ||
    (Number.isInteger(port) && port >= FIRST_FREE_PORT && port <= LAST_PORT && !BAD_PORTS.has(port)),
}

type Resolve = (host: string, family: Family) => Promise<LookupAddress[]>

export class Guard {
  readonly #isPortAllowed: (port: number) => boolean
  readonly #allowed: BlockList
  readonly #resolve: Resolve

  constructor({ ports, privateAddresses = [], nameServers = [] }: GuardOptions) {
    this.#isPortAllowed = portRules[ports]
    this.#allowed = blockListOf(privateAddresses)
    this.#resolve = nameServers.length === 0 ? askSystem : askServers(nameServers)
  }

  /** Checks an address, and the port there unless it is null. @throws DialRefused */
  check(address: string, port: number | null): void {
    if (isWithin(address, this.#allowed)) return
    if (!isPublicAddress(address)) throw new DialRefused('address', `${address} is not a public address`)
    if (port !== null && !this.#isPortAllowed(port)) throw new DialRefused('port', `port ${port} may not be dialled`)
  }

  /**
   * The addresses of a host, which may be an address itself; at least one. One that may not be dialled spoils all: a
   * name with a public and a private address is nobody's mistake.
   * @throws DialRefused; an error with a code such as ENOTFOUND if the name is not known
   */
  async resolve(host: string, family: Family, port: number | null): Promise<LookupAddress[]> {
    const addresses = await this.#resolve(host, family)
    for (const { address } of addresses) this.check(address, port)
    if (addresses.length === 0) throw unknownName(host)
    return addresses
  }

  /**
   * The `lookup` of a connection to that host and port, for `net.connect` and all that passes it on.
   * @throws DialRefused if the host is an address that may not be dialled: there, Node looks nothing up
   */
  lookupFor(host: string, port: number | null): LookupFunction {
    if (isIP(host) !== 0) this.check(host, port)
    return (name, options, callback) => void this.#lookUp({ name, port, options }, callback)
  }

  async #lookUp({ name, port, options }: LookedUp, callback: Parameters<LookupFunction>[2]): Promise<void> {
    let addresses: LookupAddress[]
    try {
      addresses = await this.resolve(name, familyOf(options.family), port)
    } catch (error) {
      return callback(error as NodeJS.ErrnoException, '')
    }
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
}

interface LookedUp {
  name: string
  port: number | null
  options: LookupOptions
}

export const familyOf = (family: unknown): Family =>
  family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : 0

// Kept under another name: in a guarded child, `lookup` is replaced by what calls this.
const systemLookup = lookup

const askSystem: Resolve = (host, family) => systemLookup(host, { family, all: true })

function askServers(servers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(servers)
  return async (host, family) => {
    const literal = isIP(host)
    if (literal !== 0) return [{ address: host, family: literal }]
    const asked = await Promise.allSettled([
      family === 6 ? [] : resolver.resolve4(host),
      family === 4 ? [] : resolver.resolve6(host),
    ])
    return asked.flatMap((answer, index) =>
      answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    )
  }
}

const unknownName = (host: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', hostname: host })
