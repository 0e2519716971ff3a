// The log: one JSON line per event on stdout, without secrets.
import { pino, type Logger } from 'pino'

export type Log = Logger

/** Fields that could hold a secret, in case a whole object is logged. */
const SECRETS = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'secretKey',
  'SECRET_KEY',
  'S3_SECRET_KEY',
  'ADMIN_PASSWORD',
  'MONGO_URL',
]

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    serializers: { err: describeError },
  })
}

/**
 * An error for the log: its kind, message and stack, and those of its causes. Its other fields may hold requests and
 * keys.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutCredentials(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: withoutCredentials(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** URLs of databases have a name and a password before the host. */
const withoutCredentials = (text: string): string => text.replace(/([a-z+]+:\/\/)[^/@\s]+@/gi, '$1***@')
