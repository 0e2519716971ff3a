// The client: its address, scheme and requested host, as trusted proxies report them.
import { BlockList, isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

export interface ClientAddress {
  address: string
  isSecure: boolean
  /** The host and port that the client asked for; only for comparisons. */
  host: string
}

/**
 * Creates the function that reads a client's address; `trusted` are addresses and networks in CIDR form. `onStranger`
 * is called, with the address, for requests with forwarding headers from other addresses.
 */
export function createClientAddress(
  trusted: readonly string[],
  onStranger: (address: string) => void = () => undefined,
): (req: IncomingMessage) => ClientAddress {
  const proxies = new BlockList()
  for (const range of trusted) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return function clientAddress(req) {
    const peer = plainAddress(req.socket.remoteAddress ?? '')
    const asked = req.headers.host ?? ''
    if (!isTrusted(peer) && FORWARDED.some((name) => req.headers[name] !== undefined)) onStranger(peer)
    if (!isTrusted(peer)) return { address: peer, isSecure: req.socket instanceof TLSSocket, host: asked }
    const hops = headerText(req.headers['x-forwarded-for'])
      .split(',')
      .map((hop) => plainAddress(hop.trim()))
    // Each proxy appends the address that spoke to it, so the client is the last address that is not a trusted proxy.
    // What comes before is not trustworthy.
    const client = hops.findLast((hop) => !isTrusted(hop))
    const scheme = headerText(req.headers['x-forwarded-proto']).split(',').at(-1)?.trim()
    const host = headerText(req.headers['x-forwarded-host']).split(',').at(-1)?.trim()
    return {
      address: client !== undefined && isIP(client) ? client : peer,
      isSecure: scheme === 'https',
      host: host || asked,
    }
  }
}

/** The headers in which proxies describe the client; the last one is that of RFC 7239. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const

const headerText = (value: string | string[] | undefined): string => [value ?? ''].flat().join(',')

/** An IPv4 address from an IPv6 socket, without the prefix. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The address that limits use: for IPv6 the /64, because a household has a whole one. */
export function limitedAddress(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
