// The value types of settings, as texts of the environment.
import { isIP } from 'node:net'
import { z } from 'zod'

export const port = z.coerce
  .number({ error: 'must be a port, 0 to 65535' })
  .int('must be a whole number')
  .min(0, 'must be a port, 0 to 65535')
  .max(65_535, 'must be a port, 0 to 65535')

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `15m`, `2h`, `7d` → milliseconds. */
export const duration = z
  .string()
  .regex(/^\d{1,9}(ms|s|m|h|d)$/, 'must be a time such as 90s, 15m, 2h or 7d')
  .transform((value) => Number.parseInt(value, 10) * (UNITS[value.replace(/^\d+/, '')] ?? 1))

const SIZES: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 }

/** `500g`, `2T`, `1024` → bytes. */
export const bytesSetting = z
  .string()
  .regex(/^\d{1,15}[kmgt]?$/i, 'must be a size such as 1048576, 500G or 2T')
  .transform((value) => Number.parseInt(value, 10) * (SIZES[value.replace(/^\d+/, '').toLowerCase()] ?? 1))
  .refine(Number.isSafeInteger, 'is too big')

export const flagSetting = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** `cloud/` → `/cloud`; `/` → ''. */
export const basePathSetting = z
  .string()
  .transform((value) =>
    value
      .split('/')
      .filter(Boolean)
      .map((segment) => `/${segment}`)
      .join(''),
  )
  .refine(
    (value) => /^(\/[A-Za-z0-9._~-]+)*$/.test(value) && !/\/\.{1,2}(\/|$)/.test(value),
    'must be a path such as /cloud, of letters, digits and . _ ~ -',
  )

/** Values separated by commas, each of one kind; none where it is left out. */
export const listOf = <T>(kind: z.ZodType<T, string>) =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(kind))

/** An address or a network in CIDR form. */
export const addressRange = z.string().refine((value) => {
  const [address = '', bits, ...more] = value.split('/')
  const kind = isIP(address)
  return (
    kind !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)))
  )
}, 'must be a list of addresses or networks such as 10.0.0.0/8')

/** What names of buckets begin with. */
export const bucketPrefix = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,30}$/,
    'must consist of lower case letters, digits and hyphens, 31 at most, and must not begin with a hyphen',
  )

/** A host name, without a port. */
export const hostName = z
  .string()
  .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i, 'must be a list of names of hosts such as nas.home, without ports')

/** Whether a secret is too simple: too few different characters, or a common word. */
export function isGuessable(value: string): boolean {
  return (
    new Set(value).size < 5 ||
    /^(password|changeme|secret|admin|letmein|qwerty|welcome|default)*[\d!._-]*$/i.test(value)
  )
}
