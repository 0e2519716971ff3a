// The settings: the only reader of the environment. NAME, or NAME_FILE with the name of a file that holds the value.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DEFAULT_MINIMUM_PASSWORD_LENGTH } from '../contract/settings.ts'
import { PASSWORD_MAX_BYTES } from '../contract/session.ts'
import { ownSecret, SECRET_MIN_BYTES } from './lib/own-secret.ts'
import {
  addressRange,
  basePathSetting,
  bucketPrefix,
  bytesSetting,
  duration,
  flagSetting,
  hostName,
  isGuessable,
  listOf,
  port,
} from './lib/setting-kinds.ts'

const text = z.string().default('')

const schema = z
  .object({
    // TCP port of the API and the page.
    PORT: port.default(8080),
    // Address to listen on; 127.0.0.1 for this machine alone.
    HOST: z.string().min(1).default('0.0.0.0'),
    // Path the service lives under, such as /cloud.
    BASE_URL: basePathSetting.default(''),
    // Folder of the signing key, and of the embedded servers' data.
    DATA_DIR: z.string().min(1).default('.data'),
    // The first administrator, made at the first start.
    ADMIN_USERNAME: z.string().min(1).max(256).default('admin'),
    // Its password; left out, one is made and printed once.
    ADMIN_PASSWORD: z
      .string()
      .refine(
        (value) => Buffer.byteLength(value) >= DEFAULT_MINIMUM_PASSWORD_LENGTH,
        `must have at least ${DEFAULT_MINIMUM_PASSWORD_LENGTH} bytes`,
      )
      .refine(
        (value) => Buffer.byteLength(value) <= PASSWORD_MAX_BYTES,
        `must have at most ${PASSWORD_MAX_BYTES} bytes`,
      )
      .refine((value) => !isGuessable(value), 'is too easy to guess')
      .optional(),
    // The database; left out, `make start` runs one of its own.
    MONGO_URL: z
      .string({ error: 'is required: a mongodb:// URL' })
      .regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// URL'),
    // The S3 server; left out, `make start` runs MinIO.
    S3_ENDPOINT: z.url({ error: 'is required: the http:// or https:// URL of an S3 server', protocol: /^https?$/ }),
    // The region that requests to S3 are signed for.
    S3_REGION: z.string().min(1).default('us-east-1'),
    // The access key of S3.
    S3_ACCESS_KEY: z.string({ error: 'is needed' }).min(1),
    // Its secret.
    S3_SECRET_KEY: z.string({ error: 'is needed' }).min(1),
    // Whether a start waits until S3 and database are there and accept the keys; else it says what is missing and ends.
    WAIT_FOR_SERVERS: flagSetting.default(false),
    // What every bucket's name begins with.
    BUCKET_PREFIX: bucketPrefix.default('nido-'),
    // Name of the shared folder in everybody's root; empty: there is none.
    SHARED_FOLDER: z
      .string()
      .regex(/^[^/\p{Cc}]*$/u, 'must not contain a slash')
      .refine((value) => !['.', '..'].includes(value), 'is not a valid name')
      .default('Shared'),
    // Port of the embedded MinIO; 0: a free one.
    MINIO_PORT: port.default(0),
    // Port of the embedded database where its folder's name is too long for a socket; 0: a free one.
    MONGO_PORT: port.default(0),
    // Port of the Prometheus metrics; 0 or empty: off.
    METRICS_PORT: port.default(0),
    // Address that the metrics listen on; 0.0.0.0 for every one of this machine's.
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    // What is logged: fatal, error, warn, info, debug, trace or silent.
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    // The key that tokens are signed with, the same on all replicas; left out, one is made in DATA_DIR/secret.
    SECRET_KEY: z
      .string()
      .refine((value) => Buffer.byteLength(value) >= SECRET_MIN_BYTES, `must have at least ${SECRET_MIN_BYTES} bytes`)
      .refine((value) => !isGuessable(value), 'is too easy to guess')
      .optional(),
    // How people sign in: json (name and password), or noauth (everybody is the first person).
    AUTH_METHOD: z.enum(['json', 'noauth']).default('json'),
    // Whether the shell is on.
    ENABLE_EXEC: flagSetting.default(true),
    // Whether listings show small pictures of files (previews of the size thumb).
    ENABLE_THUMBS: flagSetting.default(true),
    // Whether a picture is opened in a smaller size first (previews of the size big).
    RESIZE_PREVIEW: flagSetting.default(true),
    // The program ffmpeg, for pictures of videos and covers of songs: a name on PATH or a file; empty: none.
    FFMPEG: z.string().default('ffmpeg'),
    // Whether `make start` also runs a worker, which carries out imports.
    WORKER: flagSetting.default(true),
    // Port of a worker's health, readiness and metrics, on METRICS_HOST; 0 or empty: off.
    WORKER_PORT: port.default(0),
    // Where a worker keeps what it fetches until it is stored; left out, DATA_DIR/worker.
    WORKER_DIR: text,
    // Whether a worker ends while it has nothing to do, and the API says when one is needed; `make start` hears that.
    WORKER_RESTS: flagSetting.default(false),
    // Port on which torrents accept peers; 0: none, they only connect to others.
    TORRENT_PORT: port.default(0),
    // The program yt-dlp, for videos of other sites: a name on PATH or a file; empty: none.
    YTDLP: z.string().default('yt-dlp'),
    // Whether administrators may choose another version of yt-dlp.
    YTDLP_UPDATES: flagSetting.default(true),
    // The simple API (PEP 691) of the Python index that versions of yt-dlp come from.
    YTDLP_INDEX: z.url({ protocol: /^https?$/ }).default('https://pypi.org/simple'),
    // Private addresses or networks that imports may connect to all the same, separated by commas. For tests.
    IMPORT_PRIVATE_ADDRESSES: listOf(addressRange),
    // How long a token lives.
    TOKEN_LIFE: duration.refine((ms) => ms >= 60_000, 'must be at least a minute').default(2 * 3_600_000),
    // Where captchas are verified.
    RECAPTCHA_HOST: z.url({ protocol: /^https?$/ }).default('https://www.google.com'),
    // The captcha's public key; with it and the secret, signing in asks for one.
    RECAPTCHA_KEY: text,
    // The captcha's secret.
    RECAPTCHA_SECRET: text,
    // Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded headers count, separated by commas.
    TRUSTED_PROXIES: listOf(addressRange),
    // Names that a request may be meant for in no-auth mode, beside addresses and localhost, separated by commas.
    ALLOWED_HOSTS: listOf(hostName),
    // Bytes of the whole storage, told as the total where a person has no quota; 0: unknown.
    STORAGE_TOTAL: bytesSetting.default(0),
    // How long an unfinished upload is kept after its last chunk.
    UPLOAD_EXPIRY: duration.refine((ms) => ms > 0, 'must be longer than 0').default(7 * 86_400_000),
    // Failed sign-ins of one account from one address, within LOGIN_WINDOW, after which it has to wait.
    LOGIN_FAILURES: z.coerce.number().int().positive().default(10),
    // The same for one address and all accounts.
    LOGIN_FAILURES_ADDRESS: z.coerce.number().int().positive().default(300),
    // The same for one account and all addresses: then only those where it has signed in may try, others once a minute.
    LOGIN_FAILURES_ACCOUNT: z.coerce.number().int().positive().default(100),
    // How long failed sign-ins count.
    LOGIN_WINDOW: duration.refine((ms) => ms >= 1000, 'must be at least a second').default(15 * 60_000),
    // Folder that `nido backup` writes to and `nido restore` reads; empty: a bucket.
    BACKUP_FOLDER: text,
    // How many whole backups are kept where `nido backup` writes to; older ones are deleted. 0: all.
    BACKUP_KEEP: z.coerce.number().int().min(0).default(0),
    // The bucket of backups; it must not begin as those of BUCKET_PREFIX do.
    BACKUP_S3_BUCKET: text,
    // The S3 server of backups and its region; left out, S3_ENDPOINT.
    BACKUP_S3_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
    // Its keys; left out, those of S3_ENDPOINT.
    BACKUP_S3_ACCESS_KEY: text,
    BACKUP_S3_SECRET_KEY: text,
    // How often an open page is asked whether it still lives; one that has not answered twice is let go.
    EVENTS_PING: duration.refine((ms) => ms >= 100, 'must be at least 100ms').default(30_000),
  })
  .refine((value) => (value.RECAPTCHA_KEY === '') === (value.RECAPTCHA_SECRET === ''), {
    path: ['RECAPTCHA_KEY'],
    message: 'and RECAPTCHA_SECRET must be set together',
  })

/** All settings, checked and frozen. Durations in milliseconds, sizes in bytes. */
export type Config = Readonly<
  Omit<z.infer<typeof schema>, 'SECRET_KEY'> & {
    SECRET_KEY: string
    /** Where programs are looked for by name: PATH, as it is for this process. */
    searchPath: string
  }
>

/** Every setting's name, for who hands them on to a child process. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape)

/** What is wrong with the settings: all of it at once, a line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the settings. Makes DATA_DIR/secret where no SECRET_KEY is given.
 * @throws ConfigError with every problem there is
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, readSetting(environment, name, problems)]))
  const parsed = schema.safeParse(given)
  const failed = new Set(problems.map((line) => line.split(' ', 1)[0]))
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0])
    if (!failed.has(name)) problems.push(`${name} ${sentence(issue.message)}`)
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const { SECRET_KEY, ...rest } = parsed.data
  return Object.freeze({
    ...rest,
    SECRET_KEY: SECRET_KEY ?? secretOf(rest.DATA_DIR),
    searchPath: environment['PATH'] ?? '',
  })
}

/** An empty variable counts as one that is not there, but where empty means something. */
const MAY_BE_EMPTY = new Set(['SHARED_FOLDER', 'BASE_URL', 'TRUSTED_PROXIES', 'FFMPEG', 'YTDLP'])

function readSetting(environment: NodeJS.ProcessEnv, name: string, problems: string[]): string | undefined {
  const value = environment[name]
  const file = environment[`${name}_FILE`]
  if (value !== undefined && (value !== '' || MAY_BE_EMPTY.has(name))) {
    if (file) problems.push(`${name} is set twice, as ${name} and as ${name}_FILE`)
    return value
  }
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    problems.push(
      `${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    )
    return undefined
  }
}

const sentence = (message: string): string => message.replace(/^Invalid (input|option|string):? ?/, 'is wrong: ')

function secretOf(dataDir: string): string {
  try {
    return ownSecret(dataDir)
  } catch (error) {
    throw new ConfigError([(error as Error).message])
  }
}
