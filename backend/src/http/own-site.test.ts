import { describe, expect, it } from '@jest/globals'
import type { Context } from 'koa'
import { isOwnPage, refuseForeignChange, refuseOtherHosts } from './own-site.ts'

describe('C5: where nobody signs in, a host', () => {
  const check = refuseOtherHosts(['nas.home', 'Cloud.Example'])
  const asked = (host: string, forwarded = host) => {
    const ctx = { get: () => host, state: { host: forwarded } } as unknown as Context
    try {
      void check(ctx, async () => undefined)
      return 200
    } catch (error) {
      return (error as { status: number }).status
    }
  }

  it.each([
    '127.0.0.1',
    '192.168.1.7:8080',
    '[::1]',
    '[fd00::7]:8080',
    'localhost',
    'LOCALHOST:8080',
    'nas.home',
    'NAS.home:443',
    'cloud.example',
  ])('that is %s is answered', (host) => expect(asked(host)).toBe(200))
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:8080',
    'localhost@evil.example',
    'evil.example#localhost',
    'localhost, evil.example',
    '',
    '[evil',
    '0x7f.1',
    'sub.nas.home',
    'nas.home.',
  ])('that is "%s" is not', (host) => expect(asked(host)).toBe(421))
  it('is the one that was asked for, and the one that the proxy was asked for', () => {
    expect([
      asked('127.0.0.1', 'evil.example'),
      asked('evil.example', '127.0.0.1'),
      asked('127.0.0.1', 'nas.home'),
    ]).toEqual([421, 421, 200])
  })
})

describe('C5: a change', () => {
  const changed = (method: string, origin: string | undefined) => {
    try {
      refuseForeignChange({
        method,
        req: { headers: { origin } },
        state: { host: 'nido.home:8080' },
      } as unknown as Context)
      return 200
    } catch (error) {
      return (error as { status: number }).status
    }
  }

  it('is that of a page of this host and port, or of no page', () => {
    expect(
      ['http://nido.home:8080', 'https://nido.home:8080', undefined].map((origin) => changed('POST', origin)),
    ).toEqual([200, 200, 200])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const origin of [
        'https://evil.example',
        'null',
        '',
        'http://nido.home',
        'http://nido.home:8081',
        'http://sub.nido.home:8080',
        'file://',
        'http://nido.home:8080.evil.example',
      ])
        expect([method, origin, changed(method, origin)]).toEqual([method, origin, 403])
    }
  })
  it('is not what only reads', () =>
    expect(['GET', 'HEAD'].map((method) => changed(method, 'https://evil.example'))).toEqual([200, 200]))
  it('over the usual port of its scheme needs none', () =>
    expect([isOwnPage('https://nido.home', 'nido.home:443'), isOwnPage('http://nido.home', 'nido.home')]).toEqual([
      true,
      true,
    ]))
})

describe('the page that opens a socket', () => {
  it('may be one of this site, with whatever port, and whoever speaks TLS for it', () => {
    expect(isOwnPage('http://nas:8080', 'nas:8080')).toBe(true)
    expect(isOwnPage('https://nido.example', 'nido.example')).toBe(true)
    expect(isOwnPage('https://nido.example', 'nido.example:443')).toBe(true)
    expect(isOwnPage('https://Nido.example', 'nido.EXAMPLE')).toBe(true)
    expect(isOwnPage('http://[::1]:8080', '[::1]:8080')).toBe(true)
  })
  it('is none at all where no browser asks', () => expect(isOwnPage(undefined, 'nas')).toBe(true))
  it('may be no other', () => {
    for (const origin of [
      'https://evil.example',
      'https://nido.example.evil.example',
      'https://sub.nido.example',
      'https://nido.example:8443',
      'null',
      '',
      'file://',
      'nido.example',
    ]) {
      expect([origin, isOwnPage(origin, 'nido.example')]).toEqual([origin, false])
    }
    expect(isOwnPage('https://nido.example', '')).toBe(false)
    expect(isOwnPage('https://nido.example', 'a b')).toBe(false)
  })
})
