// Paths and queries of addresses, selections of archives, and what guests send with a link.
import fc from 'fast-check'
import { NAMES_MAX, QUERY_VALUES_MAX } from '../../backend/contract/limits.ts'
import { queryOf, splitFirst, urlPathOf } from '../../backend/src/http/url-path.ts'
import { encodePath, isAtOrBelow, parseUrlPath, parseUserPath } from '../../backend/src/storage/paths.ts'
import type { User } from '../../backend/src/features/users/user.ts'
import { parseSelection } from '../../backend/src/features/archives/selection.ts'
import { createEntryNames } from '../../backend/src/features/archives/entry-names.ts'
import { createTokens } from '../../backend/src/features/session/tokens.ts'
import { decodePassword, isSame } from '../../backend/src/features/shares/proof.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { answerOf, hold, isEqual } from './holding.ts'
import { textOf, wireTextOf } from './inputs.ts'
import type { Target } from './target.ts'

const PATHS = [
  '/',
  '//',
  '.',
  '..',
  '%2e',
  '%2F',
  '%2f..',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%C3%A9',
  'a',
  'é',
  '\\',
  ' ',
  '?',
  '#',
  '__XLDIR__',
  ',',
  '%2C',
]
const QUERIES = ['&', '=', '+', '%20', 'token=', 'files=', 'auth', '__proto__=', '%ED%A0%80', 'a', ...PATHS]

const asking = (url: string) => ({ req: { url } }) as Parameters<typeof queryOf>[0]

export const urlPaths: Target<string> = {
  name: 'paths of addresses',
  inputs: wireTextOf(PATHS),
  check(text) {
    const found = answerOf(() => urlPathOf(asking(`/api/raw/${text}`), '/api/raw'))
    if (found === null) return
    const { path } = found
    hold(path === '/' || (path.startsWith('/') && !path.endsWith('/')), 'an absolute path')
    hold(
      path
        .split('/')
        .slice(1)
        .every((part, _, all) => !['.', '..'].includes(part) && (part !== '' || all.length === 1)),
      'a clean path',
    )
    hold(
      path.isWellFormed() && ![...path].some((char) => char < ' ' || char === '\u007f'),
      'letters that a name can have',
    )
    hold(parseUserPath(path) === path && parseUrlPath(encodePath(path)) === path, 'the same there and back')
  },
}

export const queries: Target<string> = {
  name: 'queries of addresses',
  inputs: wireTextOf(QUERIES),
  check(text) {
    const values = answerOf(() => queryOf(asking(`/api/raw/?${text}`)))
    if (values === null) return
    const names = Object.keys(values)
    hold(
      names.length <= QUERY_VALUES_MAX && names.every((name) => typeof values[name] === 'string'),
      'texts, no more than there may be',
    )
    hold(Object.getPrototypeOf(values) === null, 'nothing but what was sent')
    const again = names.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? '')}`).join('&')
    hold(isEqual(queryOf(asking(`/?${again}`)), values), 'the same there and back')
  },
}

export const selections: Target<string> = {
  name: 'selections of archives',
  inputs: wireTextOf(PATHS),
  check(text) {
    const folder = parseUserPath('/home/a')
    const found = answerOf(() => parseSelection(folder, text))
    if (found === null) return
    const { paths, base } = found
    hold(paths.length > 0 && paths.length <= NAMES_MAX, 'some names, no more than there may be')
    hold(
      paths.every((path) => isAtOrBelow(path, folder) && isAtOrBelow(path, base)),
      'nothing out of the folder',
    )
    hold(
      paths.every((path) => !paths.some((other) => other !== path && isAtOrBelow(path, other))),
      'none below another',
    )
  },
}

export const entryNames: Target<string[]> = {
  name: 'names in archives',
  inputs: fc.uniqueArray(textOf(['a', '\\', '_', ' (1)', '.', 'b', '/'], 6), { maxLength: 12 }),
  check(texts) {
    const paths = [...new Set(texts.flatMap((text) => answerOf(() => parseUserPath(text)) ?? []))]
    const files = paths
      .filter((path) => path !== '/' && !paths.some((other) => other !== path && isAtOrBelow(other, path)))
      .toSorted()
    const names = createEntryNames()
    const told = files.map((path) => names.nameOf(path.slice(1), 'file'))
    hold(
      new Set(told).size === told.length && told.every((name) => !name.includes('\\')),
      'each only once, safe everywhere',
    )
  },
}

export const shareTokens: Target<{ given: string; token: string; password: string }> = {
  name: 'tokens and passwords of links',
  inputs: fc.record({
    given: fc.oneof(textOf(PATHS), fc.stringMatching(/^[\w-]{0,3}$/)),
    token: fc.stringMatching(/^[\w-]{0,3}$/),
    password: wireTextOf(PATHS),
  }),
  check({ given, token, password }) {
    hold(isSame(given, token) === (token !== '' && given === token), 'the token, and nothing else')
    const found = decodePassword(password)
    hold(
      found === null || (found === decodePassword(encodeURIComponent(found)) && found.isWellFormed()),
      'a password that is text',
    )
    const { first, rest } = splitFirst(asking(`/api/public/dl/${given}/${password}`), '/api/public/dl/')
    hold(
      !first.includes('/') && first + rest === splitFirst(asking(`x${first}${rest}`), 'x').first + rest,
      'a hash without a slash',
    )
  },
}

const tokens = createTokens('a secret of the tests, long enough', () => 1_000_000)
const nobody = { changed: new Date(0), username: 'ann' } as User
const good = await tokens.sign(nobody, { sessionId: 's', issuedAt: 900, expiresAt: 2_000 })
const partsOf = (text: string): string[] => text.split('.')
const b64 = (text: string): string => Buffer.from(text).toString('base64url')

export const sessionTokens: Target<string> = {
  name: 'tokens of sessions',
  inputs: fc.oneof(
    textOf(
      [
        '.',
        '=',
        ...partsOf(good),
        b64('{"alg":"none"}'),
        b64('{"alg":"HS256","crit":["exp"]}'),
        b64('{"iss":"nido"}'),
        b64('[]'),
        b64('{'),
      ],
      7,
    ),
    fc
      .tuple(fc.nat(good.length), fc.constantFrom('', 'A', '_', '.', '=', '\u0000', 'é'), fc.nat(3))
      .map(([at, put, cut]) => good.slice(0, at) + put + good.slice(at + cut)),
  ),
  check: async (token) => {
    const claims = await tokens.verify(token)
    // Two bits of a signature's last letter have no meaning; `=` may follow it.
    const isGood =
      partsOf(token).slice(0, 2).join('.') === partsOf(good).slice(0, 2).join('.') &&
      Buffer.from(partsOf(token)[2] ?? '', 'base64url').equals(Buffer.from(partsOf(good)[2] ?? '', 'base64url'))
    hold(claims === null || isGood, 'nothing but what was signed')
    if (token === good) hold(claims?.sessionId === 's', 'what was signed')
  },
  cases: [good],
}

const long = (name: string, read: (text: string) => unknown, cases: readonly Pumped[] = []): Target<Pumped> => ({
  name: `${name}, long`,
  inputs: pumpedOf(QUERIES),
  check: (pumped) => checkGrowth((text) => answerOf(() => read(text)), pumped, 32 * 1024),
  cases,
})

export const pathsGrow = [
  long('paths of addresses', parseUrlPath),
  long('queries of addresses', (text) => queryOf(asking(`/?${text}`))),
  long('selections of archives', (text) => parseSelection(parseUserPath('/'), text), [
    { head: '', part: '/&', tail: '' },
  ]),
  long('passwords of links', decodePassword),
]
