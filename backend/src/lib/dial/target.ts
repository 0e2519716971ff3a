// Reads addresses of the web. The URL standard brings all spellings of a host into one: 127.1, 0x7f.1 and full-width
// digits are 127.0.0.1 afterwards.
import { DialRefused, type Guard } from './guard.ts'
import type { LookupFunction } from 'node:net'

/** The link is none that is dialled: another scheme, a name and password in it, or not a link at all. */
export class BadLink extends Error {
  readonly code = 'EBADLINK'
  constructor(message: string) {
    super(message)
    this.name = 'BadLink'
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Reads a link, relative to `base` if given. Its fragment is left out. @throws BadLink */
export function readLink(link: string, base?: URL): URL {
  if (!URL.canParse(link, base)) throw new BadLink('it is not a link')
  const url = new URL(link, base)
  if (DEFAULT_PORTS[url.protocol] === undefined) throw new BadLink(`${url.protocol} is not dialled`)
  if (url.username !== '' || url.password !== '') throw new BadLink('it has a name or a password')
  url.hash = ''
  return url
}

/** Where a URL leads, and the look-up for the connection. */
export interface DialTarget {
  /** Without the brackets of an IPv6 address. */
  host: string
  port: number
  lookup: LookupFunction
}

/** @throws DialRefused if the host is an address that may not be dialled */
export function dialTargetOf(url: URL, guard: Guard): DialTarget {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port) || DEFAULT_PORTS[url.protocol]
  if (port === undefined || url.port === '0') throw new DialRefused('port', 'port 0 may not be dialled')
  return { host, port, lookup: guard.lookupFor(host, port) }
}
