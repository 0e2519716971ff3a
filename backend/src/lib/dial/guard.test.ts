import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import os from 'node:os'
import { isPublicAddress } from './addresses.ts'
import { DialRefused, Guard } from './guard.ts'
import { BadLink, readLink, dialTargetOf } from './target.ts'

const web = new Guard({ ports: 'web' })
const swarm = new Guard({ ports: 'swarm' })

/** The words of a text. */
const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

const PUBLIC = wordsOf(`
  1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.169.0.1 223.255.255.255
  2606:4700:4700::1111 2a00::1
`)
const NOT_PUBLIC = wordsOf(`
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16 169.254.0.1
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:1.1.1.1
  64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378::1 2001:2::1 2001:10::1 2001:20::1
  2001:db8::1 2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 3fff::1 5f00::1
  fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 2a00::1%lo fec0::1 ff02::1
`)

describe('an address', () => {
  it.each(PUBLIC)('is public: %s', (address) => expect(isPublicAddress(address)).toBe(true))
  it.each(NOT_PUBLIC)('is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['', 'localhost', '127.1', '0x7f.1', '8.8.8.8.', '[2a00::1]', '8.8.8.8/32', '8.8.8'])(
    'is public only in its usual spelling, not as "%s"',
    (text) => expect(isPublicAddress(text)).toBe(false),
  )
  it('is not public if this machine has it', () => {
    const own = Object.values(os.networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(isPublicAddress)).toEqual([])
  })
})

const isRefused = (guard: Guard, address: string, port: number): boolean => {
  try {
    guard.check(address, port)
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(DialRefused)
    expect(error).toMatchObject({ code: 'EPRIVATE' })
    return true
  }
}

describe('a port', () => {
  it.each([80, 443, 8080])('is one of the web: %i', (port) => expect(isRefused(web, '1.1.1.1', port)).toBe(false))
  it.each([0, 22, 25, 53, 1024, 6379, 6881, 27_017, Number.NaN])('is none of the web: %i', (port) =>
    expect(isRefused(web, '1.1.1.1', port)).toBe(true),
  )
  it.each([80, 443, 1337, 6881, 65_535])('is one of a swarm: %i', (port) =>
    expect(isRefused(swarm, '1.1.1.1', port)).toBe(false),
  )
  it.each([0, 21, 22, 23, 25, 53, 110, 123, 445, 587, 2049, 5060, 6667, 65_536, -1, 6881.5, Number.NaN])(
    'is none of a swarm: %i',
    (port) => expect(isRefused(swarm, '1.1.1.1', port)).toBe(true),
  )
})

describe('an exception for tests', () => {
  const guard = new Guard({ ports: 'web', privateAddresses: ['127.0.0.1/32', 'fd00::/8'] })
  it.each(['127.0.0.1', 'fd00::5'])('lets %s through, at any port', (address) =>
    expect(isRefused(guard, address, 40_000)).toBe(false),
  )
  it.each(['127.0.0.2', '10.0.0.1', '::1', '::ffff:127.0.0.1', '::127.0.0.1', 'fe80::1'])(
    'does not let %s through',
    (address) => expect(isRefused(guard, address, 80)).toBe(true),
  )
})

describe('a name', () => {
  it.each(['localhost', '127.1', '127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'that leads to this machine is refused: %s',
    async (name) => await expect(web.resolve(name, 0, 80)).rejects.toMatchObject({ code: 'EPRIVATE' }),
  )
  // Systems differ in which of these they know.
  it.each(wordsOf('localhost. 0 0x7f000001 2130706433 017700000001 0177.0.0.1 127.0.0.1. [::1]'))(
    'that leads to this machine is not found or refused: %s',
    async (name) => await expect(web.resolve(name, 0, 80)).rejects.toHaveProperty('code', expect.stringMatching(/^E/)),
  )
  it('that nobody knows is an error', async () =>
    await expect(web.resolve('nowhere.invalid', 0, 80)).rejects.not.toBeInstanceOf(DialRefused))
})

describe('a link', () => {
  const LOOPBACK = wordsOf(`
    http://127.0.0.1/ http://127.1/ http://127.0.1/ http://0177.0.0.1/ http://0x7f.0.0.1/ http://0x7f000001/
    http://2130706433/ http://017700000001/ http://127.0.0.1./ HTTP://127.0.0.1 http:127.0.0.1 http:///127.0.0.1/
    http:\\\\127.0.0.1\\ http://１２７.0.0.1/ http://①②⑦.⓪.⓪.①/ http://127。0。0。1/ http://127%2e0%2e0%2e1/
    http://0/ http://0.0.0.0/ http://[::]/ http://[::1]/ http://[0:0:0:0:0:0:0:1]/ http://[::ffff:127.0.0.1]/
    http://[::ffff:7f00:1]/ http://[::127.0.0.1]/ http://[64:ff9b::127.0.0.1] http://[2002:7f00:1::]/
    http://169.254.169.254/ http://0xa9fea9fe/ http://[fd00:ec2::254]/ https://10.0.0.1/ https://192.168.1.1:8443/
  `)
  it('to an address that is not public is refused, whichever numbers it is written in', () => {
    const byte = fc.nat({ max: 255 })
    // The first bytes of networks that are special as a whole.
    const special = fc.constantFrom(0, 10, 127, 224, 240, 255)
    const write = [String, (part: number) => `0x${part.toString(16)}`, (part: number) => `0${part.toString(8)}`]
    const notation = fc.array(fc.constantFrom(...write), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(special, byte, byte, byte, fc.integer({ min: 1, max: 4 }), notation, (a, b, c, d, count, how) => {
        const bytes = [a, b, c, d]
        // The last of fewer parts has all the remaining bytes.
        const rest = bytes.slice(count - 1).reduce((sum, one) => sum * 256 + one, 0)
        const host = [...bytes.slice(0, count - 1), rest].map((part, index) => how[index]?.(part)).join('.')
        expect(() => dialTargetOf(readLink(`http://${host}/`), web)).toThrow(DialRefused)
      }),
    )
  })

  it('to an IPv4 address within an IPv6 address is refused, even a public one', () => {
    const group = fc.nat({ max: 0xffff }).map((part) => part.toString(16))
    fc.assert(
      fc.property(group, group, (high, low) => {
        for (const host of [
          `::${high}:${low}`,
          `::ffff:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ])
          expect(() => dialTargetOf(readLink(`http://[${host}]/`), web)).toThrow(DialRefused)
      }),
    )
  })

  it.each(LOOPBACK)('to this machine or its network is refused: %s', (link) =>
    expect(() => dialTargetOf(readLink(link), web)).toThrow(DialRefused),
  )

  const NO_LINKS = wordsOf(`
    file:///etc/passwd ftp://example.com/ gopher://example.com/ javascript:1 data:,x ws://example.com/ magnet:?xt=1
    example.com //example.com http:// http://[fe80::1%25eth0]/ http://1.1.1.256/ http://127.0.0.1%00.example.com/
    http://user:word@example.com/ http://user@example.com/ http://:word@example.com/ http://example.com:99999/
  `)
  it.each([...NO_LINKS, '', ' ', 'http://a b/'])('is none: "%s"', (link) =>
    expect(() => readLink(link)).toThrow(BadLink),
  )

  it('leads to the host and port that it names', () => {
    const { host, port } = dialTargetOf(readLink('https://EXAMPLE.com./a#b'), web)
    expect([host, port]).toEqual(['example.com.', 443])
    expect(dialTargetOf(readLink('http://[2a00::1]:8080/'), web)).toMatchObject({ host: '2a00::1', port: 8080 })
    expect(() => dialTargetOf(readLink('http://1.1.1.1:0/'), web)).toThrow(DialRefused)
    expect(() => dialTargetOf(readLink('http://1.1.1.1:22/'), web)).toThrow(DialRefused)
  })
  it('may be relative to another one, and has no fragment', () =>
    expect(readLink('../x?y#z', new URL('https://a.example/b/c')).href).toBe('https://a.example/x?y'))
})
