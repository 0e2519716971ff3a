// The log: one JSON line per event on stdout, without secrets.
import { type DestinationStream, pino, type Logger } from 'pino'

export type Log = Logger

/** Fields that could hold a secret, in case a whole object is logged. */
const SECRETS = new Set([
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
])
/** Lines wait for others so long, because a write for each takes a tenth of the time of a small request. */
const HELD_MS = 20
/** What a slow reader of stdout may leave waiting. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024

/** `to`: where lines go instead of stdout. */
export function createLog(level: string, to: DestinationStream = STDOUT): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: describeError },
    },
    to,
  )
}

/** Stdout, to which lines go some at a time, and the last ones at the end of the process. */
function heldLines(): DestinationStream & { flushSync(): void; flush(done: () => void): void } {
  let held = ''
  let timer: NodeJS.Timeout | undefined
  const handOn = () => {
    clearTimeout(timer)
    timer = undefined
    if (held !== '') stdout.write(held)
    held = ''
  }
  // Before pino does the same at the end with what it has.
  process.once('exit', handOn)
  // What reads them may be slow, which holds up nothing: lines beyond what may wait for it are lost.
  const stdout = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES })
  return {
    write(line) {
      held += line
      timer ??= setTimeout(handOn, HELD_MS)
    },
    flushSync() {
      handOn()
      stdout.flushSync()
    },
    // Written at once, lines would come before those that a thread is still to write.
    flush(done) {
      if (held === '') return done()
      stdout.once('drain', done)
      handOn()
    },
  }
}

const STDOUT = heldLines()

type Fields = Record<string, unknown>

/** Hides secrets among fields and those of fields. Pino's own way takes ten times as long as the rest of a line. */
const withoutSecrets = (fields: Fields): Fields =>
  hideIn(fields, (value) => (isHolder(value) ? hideIn(value, (inner) => inner) : value))

const hideIn = (fields: Fields, show: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, SECRETS.has(name) ? '***' : show(value)]))

/** Whether it has a field to be hidden. Of errors only what `describeError` tells is logged. */
const isHolder = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Error) &&
  Object.keys(value).some((name) => SECRETS.has(name))

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
