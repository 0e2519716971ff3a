// K02: secrets that must never be in a log.
import { PASSWORD } from './client.ts'
import type { Site } from './nido.ts'

const PATTERNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a token', /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{20,}/],
  ['a hash of a password', /\$argon2id?\$/],
  ['a password of a link', /x-share-password/i],
  ['a token in a query', /[?&](?:auth|token)=\w/],
  ['a cookie', /\b(?:auth|nido)=[\w-]+\.[\w-]+\./],
  ['a signature of S3', /X-Amz-(?:Signature|Credential)=/i],
]

/** The secrets that appear in the lines of a log. Each is reported once, without repeating the secret itself. */
export function leaksIn(lines: readonly string[], { admin, servers }: Pick<Site, 'admin' | 'servers'>): string[] {
  const text = lines.join('\n')
  const known = [
    ['the password of tests', PASSWORD],
    ["the administrator's password", admin.password],
    ['the secret key of S3', servers.keys.secretKey],
  ] as const
  return [
    ...known.filter(([, secret]) => text.includes(secret)).map(([what]) => what),
    ...PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what),
  ]
}
