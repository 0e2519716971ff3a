// Content-Disposition, cookies, conditions and addresses.
import { IncomingMessage, validateHeaderValue } from 'node:http'
import { isIP, Socket } from 'node:net'
import fc from 'fast-check'
import { tokenCookie } from '../../backend/src/features/session/cookie.ts'
import { createClientAddress, limitedAddress } from '../../backend/src/http/client-address.ts'
import { checkConditions } from '../../backend/src/http/conditions.ts'
import { cookiesOf } from '../../backend/src/http/cookies.ts'
import { dispositionOf } from '../../backend/src/http/disposition.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { hold, isEqual } from './holding.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const NAMES = [
  '"',
  '\\',
  ';',
  '\r\n',
  "'",
  '*',
  '%',
  '%00',
  '../',
  'é',
  '😀',
  '\u202e',
  '\ud800',
  'a.txt',
  '=',
  '(',
  ')',
]
const COOKIES = ['nido=', 'nido', '=', ';', '; ', ' ', 'auth=', 'a.b.c', '"', ',', '__proto__=', '\t', '%3D']
const TAGS = ['*', '"', 'W/', '"a"', '"b"', ',', ' ', '\t', '\\', 'Thu, 01 Jan 1970 00:00:00 GMT', '+275761-01-01']
const HOPS = [
  '10.0.0.1',
  '1.2.3.4',
  '::1',
  '::ffff:',
  'fe80::1%eth0',
  '2001:db8::',
  ',',
  ' ',
  ':',
  '::',
  '.',
  '[',
  ']',
  'unknown',
  'ffff:',
]

export const disposition: Target<string> = {
  name: 'Content-Disposition there and back',
  inputs: textOf(NAMES),
  cases: ['\ud800'],
  check(name) {
    const header = dispositionOf(name, false)
    validateHeaderValue('Content-Disposition', header)
    // RFC 8187 section 3.2.1: ext-value, of attr-char and octets alone.
    const value = /^attachment; filename\*=utf-8''((?:[\w!#$&+.^`|~-]|%[\dA-F]{2})*)$/.exec(header)?.[1]
    hold(value !== undefined, 'a name as RFC 8187 has it')
    hold(decodeURIComponent(value) === name.toWellFormed(), 'the same name')
  },
}

type CookieContext = Parameters<typeof cookiesOf>[0]
const ctxOf = (cookie: string) => ({ get: (name: string) => (name === 'Cookie' ? cookie : '') }) as CookieContext

export const cookies: Target<string> = {
  name: 'cookies',
  inputs: textOf(COOKIES),
  check(header) {
    for (const name of ['nido', '__proto__', 'a b']) {
      for (const value of cookiesOf(ctxOf(header), name)) {
        hold(
          !value.includes(';') && header.includes(value === '' ? name : `${name}=${value}`),
          'a value that was sent under its name',
        )
      }
    }
  },
}

export const ownCookies: Target<{ token: string; around: string[] }> = {
  name: 'cookies there and back',
  inputs: fc.record({
    token: fc.stringMatching(/^[\w-]{0,9}\.[\w-]{0,9}\.[\w-]{0,9}$/),
    around: fc.array(textOf(COOKIES, 3), { maxLength: 3 }),
  }),
  check({ token, around }) {
    const [own = ''] = tokenCookie(token, { name: 'own', base: '', isSecure: true, maxAge: 9 }).split(';')
    hold(isEqual(cookiesOf(ctxOf([...around, own, ...around].join('; ')), 'own'), [token]), 'the token among others')
  },
}

export const conditions: Target<Record<string, string>> = {
  name: 'conditions',
  inputs: fc.dictionary(
    fc.constantFrom('if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'),
    textOf(TAGS),
  ),
  check(headers) {
    const status = checkConditions(headers, { etag: '"a"', lastModified: new Date(0).toUTCString() })
    hold([null, 304, 412].includes(status), 'one of three answers')
    if (headers['if-match']?.trim() === '*') hold(status !== 412, 'a star is whatever is there')
    if (isEqual(headers, {})) hold(status === null, 'nothing is asked')
  },
}

const clientAddress = createClientAddress(['10.0.0.0/8', '::1'])

export const addresses: Target<string> = {
  name: 'addresses',
  inputs: fc.oneof(textOf(HOPS), fc.ipV4(), fc.ipV6()),
  check(text) {
    const limited = limitedAddress(text)
    if (isIP(text) === 6) hold(isIP(limited.replace('/64', '')) === 6, 'a network of IPv6')
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.2' })
    const req = Object.assign(new IncomingMessage(socket), {
      headers: { 'x-forwarded-for': text, 'x-forwarded-host': text },
    })
    hold(isIP(clientAddress(req).address) > 0, 'an address, whatever proxies say')
  },
}

const long = (name: string, pieces: readonly string[], read: (text: string) => unknown): Target<Pumped> => ({
  name: `${name}, long`,
  inputs: pumpedOf(pieces),
  check: (pumped) => checkGrowth(read, pumped, 64 * 1024),
})

export const headersGrow = [
  long('Content-Disposition', NAMES, (name) => dispositionOf(name, true)),
  long('cookies', COOKIES, (header) => cookiesOf(ctxOf(header), 'nido')),
  long('conditions', TAGS, (header) =>
    checkConditions({ 'if-none-match': header, 'if-match': header }, { etag: '"a"' }),
  ),
  long('addresses', HOPS, limitedAddress),
]
