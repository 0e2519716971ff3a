// A name server of the tests' own, which may say something else each time it is asked.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

export interface NameServer {
  /** Address and port. */
  address: string
  /** The names that it was asked for, once for each question for IPv4 addresses. */
  asked: string[]
  /** What it says about a name, each time the next list of addresses, and the last one from then on. */
  say(name: string, ...answers: string[][]): void
  stop(): Promise<void>
}

const TYPES: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 }
const HEADER_BYTES = 12
/** Flags of an answer (RFC 1035 section 4.1.1), and of one that there is no such name. */
const FOUND = 0x8180
const NOT_FOUND = 0x8183

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const known = new Map<string, string[][]>()
  const times = new Map<string, number>()
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const family = TYPES[type]
    if (family === 4) asked.push(name)
    const answers = known.get(name)
    const time = times.get(`${family} ${name}`) ?? 0
    times.set(`${family} ${name}`, time + 1)
    const addresses = (answers?.[Math.min(time, answers.length - 1)] ?? []).filter(
      (one) => (isIPv6(one) ? 6 : 4) === family,
    )
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(answers ? FOUND : NOT_FOUND, 2)
    header.writeUInt16BE(addresses.length, 6)
    header.fill(0, 8)
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...addresses.map((one) => recordOf(type, one))]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    say: (name, ...answers) => void known.set(name, answers),
    stop: () => new Promise((resolve) => void socket.close(resolve)),
  }
}

/** The one question of a query, and where it ends. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record about the name in the question, which nobody may keep. */
function recordOf(type: number, address: string): Buffer {
  const bytes = isIPv6(address) ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, bytes])
}

/** An address without IPv4 digits at its end. */
function ipv6Bytes(address: string): Buffer {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
