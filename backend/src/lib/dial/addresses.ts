// Which addresses are public: those that anybody on the internet may be asked at, and that lead to nothing of ours.
import { BlockList, isIP } from 'node:net'
import os from 'node:os'

/**
 * IPv4 addresses that are not public: IANA's special-purpose registry (RFC 6890), and multicast. What clouds answer at
 * for their machines is in it, but for Azure's.
 */
const SPECIAL_IPV4 = [
  // This network, and "any address", which Linux takes for this machine.
  '0.0.0.0/8',
  '10.0.0.0/8',
  // Addresses shared by the customers of a provider (RFC 6598).
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local, and 169.254.169.254, where clouds tell a machine its secrets.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  // AS112, AMT and the former relays of 6to4: services of the nearest network.
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  // Benchmarks (RFC 2544), then documentation (RFC 5737).
  '198.18.0.0/15',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, broadcast.
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's platform, from its machines.
  '168.63.129.16/32',
]

/**
 * The IPv6 addresses that are given out to the public. All that carries an IPv4 address (`::ffff:127.0.0.1`,
 * `::127.0.0.1`, `64:ff9b::7f00:1`), loopback, unspecified, link-local, private and multicast addresses are outside.
 */
const GLOBAL_IPV6 = ['2000::/3']

/** What is special within them. */
const SPECIAL_IPV6 = [
  // Protocols of the IETF; Teredo, which carries an IPv4 address; benchmarks; ORCHID.
  '2001::/23',
  // 6to4 carries an IPv4 address, too.
  '2002::/16',
  // Documentation (RFC 3849, RFC 9637).
  '2001:db8::/32',
  '3fff::/20',
  // AS112.
  '2620:4f:8000::/48',
]

/** IPv4 addresses as IPv6 sockets write them (RFC 4291 section 2.5.5.2). */
const MAPPED_IPV6 = ['::ffff:0:0/96']

const OWN_NETWORKS_MS = 10_000

/** A list of addresses or networks in CIDR form, such as `10.0.0.0/8`. */
export function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const special = blockListOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const global = blockListOf(GLOBAL_IPV6)
const mapped = blockListOf(MAPPED_IPV6)

/** Whether an address is in some ranges. A mapped IPv4 address is in none, for it is never dialled. */
export function isWithin(address: string, ranges: BlockList): boolean {
  const family = isIP(address)
  // A zone (`fe80::1%eth0`) names an interface of this machine.
  if (family === 0 || address.includes('%')) return false
  if (family === 4) return ranges.check(address, 'ipv4')
  return !mapped.check(address, 'ipv6') && ranges.check(address, 'ipv6')
}

/** Whether the text is an address, in its usual spelling, that is public, and not in a network of this machine. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return false
  if (family === 6 && !isWithin(address, global)) return false
  return !isWithin(address, special) && !isWithin(address, ownNetworks())
}

let own = { networks: new BlockList(), until: 0 }

/**
 * The networks of this machine's interfaces. A public address of its own leads to itself, and those beside it to
 * machines that a firewall does not keep apart. They change, so they are asked for again.
 */
function ownNetworks(): BlockList {
  const now = performance.now()
  if (now >= own.until) {
    const networks = Object.values(os.networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ cidr, address }) => cidr ?? address),
    )
    own = { networks: blockListOf(networks), until: now + OWN_NETWORKS_MS }
  }
  return own.networks
}
