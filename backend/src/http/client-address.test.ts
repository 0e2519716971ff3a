import { describe, expect, it } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import { createClientAddress, limitedAddress } from './client-address.ts'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe("the client's address", () => {
  const behindProxy = createClientAddress(['10.0.0.0/8', '::1'])

  it("is the peer's where no proxy is trusted, whatever headers say", () => {
    expect(
      createClientAddress([])(
        from('203.0.113.9', {
          host: 'nido.example',
          'x-forwarded-for': '1.2.3.4',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'evil.example',
        }),
      ),
    ).toEqual({ address: '203.0.113.9', isSecure: false, host: 'nido.example' })
  })
  it('is what the trusted proxy says', () => {
    expect(
      behindProxy(
        from('10.1.1.1', {
          host: 'inside:8080',
          'x-forwarded-for': '198.51.100.7',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'nido.example',
        }),
      ),
    ).toEqual({ address: '198.51.100.7', isSecure: true, host: 'nido.example' })
  })
  it("is the last hop that is no proxy: what stands before it is that hop's own word", () => {
    expect(behindProxy(from('::ffff:10.1.1.1', { 'x-forwarded-for': '1.1.1.1, 198.51.100.7, 10.2.2.2' })).address).toBe(
      '198.51.100.7',
    )
  })
  it("is the proxy's own where the header is nonsense", () =>
    expect(behindProxy(from('10.1.1.1', { 'x-forwarded-for': 'evil' })).address).toBe('10.1.1.1'))
})

describe('the address that limits count', () => {
  it('is the whole one of IPv4', () => expect(limitedAddress('198.51.100.7')).toBe('198.51.100.7'))
  it('is the /64 of IPv6, however it is written', () => {
    expect(limitedAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(limitedAddress('2001:0db8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(limitedAddress('::1')).toBe('0:0:0:0::/64')
    expect(limitedAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
})

describe('C11: a proxy that the settings do not name', () => {
  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])('is told of by what it adds (%s), and no other', (name) => {
    const told: string[] = []
    const read = createClientAddress(['10.0.0.0/8'], (address) => told.push(address))
    for (const peer of ['::ffff:192.0.2.7', '10.1.1.1']) read(from(peer, { [name]: 'for=198.51.100.7' }))
    read(from('192.0.2.8', { host: 'nido.example' }))
    expect(told).toEqual(['192.0.2.7'])
  })
})
