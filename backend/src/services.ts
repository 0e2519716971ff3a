// Builds each service once and hands its collaborators in.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Config } from './config.ts'
import { startDatabaseClock } from './database/clock.ts'
import { connectDatabase, databaseVersion, pingDatabase, type Connection } from './database/connection.ts'
import { createCounters } from './database/counters.ts'
import { createHouseKeeper, type HouseKeeper } from './database/house-keeping.ts'
import { createLeases } from './database/leases.ts'
import { createTries, triesModel } from './database/tries.ts'
import { createVersions, type Versions } from './database/versions.ts'
import { createAccess, type Access } from './features/access/access.ts'
import { createRights } from './features/access/rights.ts'
import { type Audit, createAudit } from './features/audit/service.ts'
import { type Archives, createArchives } from './features/archives/service.ts'
import { type Branding, createBranding } from './features/branding/service.ts'
import { createEvents, type Events } from './features/events/service.ts'
import { createChecksums } from './features/checksums/service.ts'
import { createFiles, type Files } from './features/files/service.ts'
import { createResolutions } from './features/previews/resolutions.ts'
import { createPreviews, type Previews } from './features/previews/service.ts'
import { createStills } from './features/previews/stills.ts'
import { createOperations, type PersonsOperations } from './features/operations/service.ts'
import { createHistories } from './features/quotas/histories.ts'
import { createQuotas } from './features/quotas/service.ts'
import { createSearch, type Search } from './features/search/service.ts'
import { createCaptcha } from './features/session/captcha.ts'
import { createKnownAddresses, knownAddressModel } from './features/session/known-addresses.ts'
import { createSignInLimits } from './features/session/limits.ts'
import { sessionModel } from './features/session/model.ts'
import { createSigningIn, type SigningIn } from './features/session/service.ts'
import { createSessions, type Sessions } from './features/session/sessions.ts'
import { createTokens } from './features/session/tokens.ts'
import { publicSettings } from './features/settings/present.ts'
import { createSettings, type SettingsService } from './features/settings/service.ts'
import { createGuestBook } from './features/shares/guests.ts'
import { createLinks } from './features/shares/links.ts'
import { shareModel } from './features/shares/model.ts'
import { createShares, type Shares } from './features/shares/service.ts'
import { createHooks } from './features/shell/hooks.ts'
import type { Standing } from './features/shell/routes.ts'
import { createShell, type Shell } from './features/shell/service.ts'
import { describeHousehold } from './features/status/household.ts'
import { createStatus, type StatusService } from './features/status/service.ts'
import { createTrash, type TrashService } from './features/trash/service.ts'
import { heldByUploads } from './features/uploads/held.ts'
import { createUploads, type Uploads } from './features/uploads/service.ts'
import { createUsageMeter } from './features/usage/service.ts'
import { createDepartures, departureModel } from './features/users/departures.ts'
import { makeFirstAdmin } from './features/users/first-admin.ts'
import { createHomes } from './features/users/homes.ts'
import { userModel } from './features/users/model.ts'
import { createPeople, type People } from './features/users/people.ts'
import { createUsers, type Users } from './features/users/service.ts'
import type { User } from './http/identity.ts'
import { createUnnamedProxies, type UnnamedProxies } from './http/unnamed-proxies.ts'
import { createWebSockets, type WebSockets } from './http/web-sockets.ts'
import { type Children, createChildren } from './lib/child/index.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { createPasswords } from './lib/passwords.ts'
import { createPictureSizes } from './lib/picture-sizes.ts'
import { failpointsOf, NO_FAILPOINTS } from './storage/failpoints.ts'
import { createStorage } from './storage/index.ts'
import type { Storage } from './storage/types.ts'
import { SIGN_UPS_MOST } from '../contract/fair-shares.ts'
import type { PublicSettings } from '../contract/settings.ts'

export interface Services {
  config: Config
  /** Nido's own, as package.json has it. */
  version: string
  database: Connection
  /** The time of the database in ms since 1970, which is that of all replicas. */
  now: Clock
  versions: Versions
  storage: Storage
  access: Access
  people: People
  users: Users
  settings: SettingsService
  branding: Branding
  sessions: Sessions
  signingIn: SigningIn
  files: Files
  archives: Archives
  previews: Previews
  uploads: Uploads
  operations: PersonsOperations
  search: Search
  trash: TrashService
  shares: Shares
  shell: Shell
  audit: Audit
  /** Who asks on a socket, as stored now. */
  standing: Standing
  events: Events
  /** Requests that become sockets. */
  webSockets: WebSockets
  status: StatusService
  /** Proxies that the settings do not name. */
  unnamedProxies: UnnamedProxies
  /** Processes that read foreign bytes. */
  children: Children
  /** What the page is told at its start. */
  publicSettings(): Promise<PublicSettings>
  /** Bytes of the present files of a person's scope. */
  usedBy(user: User): Promise<number>
  houseKeeper: HouseKeeper
  stop(): Promise<void>
}

export interface Surroundings {
  config: Config
  log: Log
  metrics: Metrics
  /** Where the first administrator's password is told, once. */
  print(line: string): void
}

const MINUTE_MS = 60_000
/** Pictures rendered at a time, at most, by a child each; on fewer cores fewer. */
const RENDERINGS_MAX = 2

/** Connects, builds and starts everything that requests need. @throws when the database or S3 does not answer */
export async function startServices({ config, log, metrics, print }: Surroundings): Promise<Services> {
  const database = await connectDatabase(config.MONGO_URL)
  const clock = await startDatabaseClock(database, log)
  // Handed to all that stores times, or compares them with stored ones.
  const { now } = clock
  const versions = createVersions(database, log, now)
  const leases = createLeases(database, now)
  const models = {
    users: userModel(database),
    sessions: sessionModel(database),
    tries: triesModel(database),
    shares: shareModel(database),
  }
  for (const model of Object.values(models)) await model.createIndexes()

  const access = createAccess({ bucketPrefix: config.BUCKET_PREFIX, sharedFolder: config.SHARED_FOLDER }, log)
  const { checkRules } = access
  const settings = createSettings({
    connection: database,
    versions,
    authMethod: config.AUTH_METHOD,
    checkRules,
    log,
    setRetention: (days) => storage.setRetention(days),
  })
  const storage = await createStorage({
    s3: {
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      accessKey: config.S3_ACCESS_KEY,
      secretKey: config.S3_SECRET_KEY,
    },
    bucketPrefix: config.BUCKET_PREFIX,
    retentionDays: await settings.start(),
    database,
    leases,
    log,
    now,
    failpoints: config.FAILPOINT === '' ? NO_FAILPOINTS : failpointsOf(config.FAILPOINT),
    onHistory: (change) => histories.changed(change),
    onCopied: async (from, to, type) =>
      void (await Promise.all([previews.carry(from, to, type), checksums.carry(from, to)])),
    observeJournal: (step, seconds) => metrics.journalSeconds.observe({ step }, seconds),
    observeIndex: {
      lag: (seconds) => metrics.indexLagSeconds.observe(seconds),
      correction: () => metrics.indexCorrections.inc(),
    },
  })

  metrics.describeIndex(() => storage.index(), now)
  versions.onChange(
    'indexes',
    () =>
      void storage
        .answerForIndex()
        .catch((error: unknown) => log.warn({ err: error }, 'what the index holds could not be told')),
  )

  const audit = createAudit({ scratch: storage.scratch, log, now, newId: randomUUID })
  const passwords = await createPasswords()
  const homes = createHomes({ bucketPrefix: config.BUCKET_PREFIX, storage })
  const people = createPeople(models.users, versions)
  const rights = createRights({ people, settings, access })
  const departures = createDepartures({
    model: departureModel(database),
    users: models.users,
    leases,
    storage,
    audit,
    log,
    now,
    endAllOf: (id) =>
      Promise.all([sessions.endAll(id), uploads.removeAllOf(id), shares.removeAllOf(id), operations.cancelAllOf(id)]),
    forget: (bucket) => Promise.all([previews.forget(bucket), checksums.forget(bucket)]),
  })
  const users = createUsers({
    model: models.users,
    versions,
    leases,
    counters: createCounters(database),
    passwords,
    homes,
    departures,
    checkRules,
    now,
  })
  const sessions = createSessions({
    model: models.sessions,
    versions,
    tokens: createTokens(config.SECRET_KEY, now),
    tokenLifeMs: config.TOKEN_LIFE,
    now,
  })
  const tries = createTries({ model: models.tries, windowMs: config.LOGIN_WINDOW, now })
  const { LOGIN_FAILURES: pair, LOGIN_FAILURES_ADDRESS: address, LOGIN_FAILURES_ACCOUNT: account } = config
  const mostTries = { pair, address, account }
  const limits = createSignInLimits(tries, { ...mostTries, signUps: SIGN_UPS_MOST })
  const known = createKnownAddresses({ model: knownAddressModel(database), now })
  const signingIn = createSigningIn({
    people,
    users,
    settings,
    sessions,
    limits,
    known,
    passwords,
    authMethod: config.AUTH_METHOD,
    captcha: createCaptcha({ host: config.RECAPTCHA_HOST, secret: config.RECAPTCHA_SECRET, log }),
    access,
    audit,
  })
  const meter = createUsageMeter({ storage, now })
  const histories = createHistories({ database, storage, log, now, newId: randomUUID })
  const quotas = createQuotas({
    database,
    storage,
    people,
    settings,
    histories,
    known: meter.used,
    bucketPrefix: config.BUCKET_PREFIX,
    log,
    now,
    newId: randomUUID,
  })
  const hooks = createHooks({
    shell: { isOn: config.ENABLE_EXEC, runHook: (hooked) => shell.runHook(hooked) },
    settings,
    personOf: signingIn.personOf,
    log,
  })
  const children = createChildren(path.join(import.meta.dirname, 'child.ts'))
  const sizeOf = createPictureSizes(children.looks)
  const branding = createBranding({
    connection: database,
    versions,
    scratch: storage.scratch,
    sizeOf,
    baseUrl: config.BASE_URL,
    log,
    newId: () => randomUUID().replaceAll('-', ''),
  })
  const checksums = createChecksums({ scratch: storage.scratch, log, now })
  const uploads = createUploads({
    storage,
    access,
    rights,
    database,
    versions,
    checksums,
    quotas,
    hooks,
    log,
    expiryMs: config.UPLOAD_EXPIRY,
    chunkSize: async () => (await settings.get()).tus.chunkSize,
    now,
    newId: randomUUID,
  })
  storage.beforeReading((at) => uploads.settle(at))
  const resolutions = createResolutions(sizeOf)
  const previews = createPreviews({
    scratch: storage.scratch,
    resolutions,
    children: children.drawings,
    stills: createStills({ program: config.FFMPEG, searchPath: config.searchPath }),
    isOn: { thumb: config.ENABLE_THUMBS, big: config.RESIZE_PREVIEW },
    parallel: Math.min(RENDERINGS_MAX, os.availableParallelism()),
    log,
    now,
  })
  const files = createFiles({
    storage,
    access,
    rights,
    resolutions,
    checksums,
    quotas,
    histories,
    settings,
    meter,
    hooks,
    audit,
    storageTotal: config.STORAGE_TOTAL,
    now,
  })
  const archives = createArchives({ storage, access, stat: files.stat, folder: os.tmpdir(), now })
  const operations = createOperations({ storage })
  const search = createSearch({ storage, access })
  const shell = createShell({
    tree: { storage, access, files },
    services: { files, archives, operations, children: children.looks },
    isOn: config.ENABLE_EXEC,
    log,
    now,
  })
  const trash = createTrash({ storage, access, quotas, audit })
  const standing = {
    person: signingIn.personOf,
    sessionEnd: (sessionId: string) => sessions.endOf(sessionId, people.get),
  }
  const events = createEvents({
    storage,
    access,
    versions,
    metrics,
    log,
    pingMs: config.EVENTS_PING,
    tokenLifeMs: config.TOKEN_LIFE,
    now,
    standing,
  })
  const shares = createShares({
    links: createLinks({ model: models.shares, versions, pointers: storage.pointers }),
    guests: createGuestBook({ model: models.shares, versions, now }),
    pointers: storage.pointers,
    files,
    access,
    passwords,
    personOf: signingIn.personOf,
    tries,
    known,
    most: mostTries,
    audit,
    now,
  })
  const version = readVersion()
  versions.describePages(() => events.pages)
  const unnamedProxies = createUnnamedProxies(log)
  const status = createStatus({
    pingStorage: () => storage.ping(),
    pingDatabase: () => pingDatabase(database),
    index: () => storage.index(),
    features: storage.features,
    version,
    now,
    switches: async () => {
      const { retentionDays, signup } = await settings.get()
      return {
        restore: retentionDays > 0 ? null : 'retentionDays',
        sharedFolder: config.SHARED_FOLDER === '' ? 'SHARED_FOLDER' : null,
        shell: config.ENABLE_EXEC ? null : 'ENABLE_EXEC',
        captcha: config.RECAPTCHA_SECRET === '' ? 'RECAPTCHA_KEY' : null,
        signUp: signup ? null : 'signup',
        thumbs: config.ENABLE_THUMBS ? null : 'ENABLE_THUMBS',
        videoThumbs: !config.ENABLE_THUMBS ? 'ENABLE_THUMBS' : (await previews.hasStills()) ? null : 'FFMPEG',
      }
    },
    household: () =>
      describeHousehold({
        index: () => storage.index(),
        hiddenFolders: () => storage.hiddenFolders(),
        stat: storage.stat,
        everybody: people.all,
        mountsOf: (user) => access.actorOf(user, []).mounts,
        operations: () => storage.operations.pending(),
        unfinishedUploads: uploads.unfinished,
        previews: previews.load,
        replicas: versions.household,
        storageServer: storage.serverName,
        databaseVersion: () => databaseVersion(database),
        clocks: () => ({ storage: storage.clockOffset(), database: clock.offset() }),
        hasUnnamedProxy: () => unnamedProxies.wereSeen,
      }),
  })
  const houseKeeper = createHouseKeeper(
    leases,
    [
      { name: 'departures', everyMs: MINUTE_MS, run: () => departures.resume() },
      { name: 'sessions', everyMs: 10 * MINUTE_MS, run: () => sessions.prune(people.get) },
      { name: 'failures', everyMs: 10 * MINUTE_MS, run: () => tries.prune() },
      { name: 'known addresses', everyMs: 24 * 60 * MINUTE_MS, run: () => known.prune() },
      { name: 'shares', everyMs: 60 * MINUTE_MS, run: () => shares.prune() },
      { name: 'uploads', everyMs: 5 * MINUTE_MS, run: async () => void (await uploads.expireUploads()) },
      {
        name: 'quotas',
        everyMs: 5 * MINUTE_MS,
        run: () =>
          quotas.reconcile(
            async () => new Set([...(await uploads.claimed()), ...(await storage.operations.pending())]),
          ),
      },
      { name: 'previews', everyMs: 24 * 60 * MINUTE_MS, run: () => previews.prune() },
      { name: 'checksums', everyMs: 24 * 60 * MINUTE_MS, run: () => checksums.prune() },
      { name: 'audit', everyMs: 24 * 60 * MINUTE_MS, run: () => audit.prune() },
      { name: 'storage', everyMs: 10 * MINUTE_MS, run: () => storage.tidy() },
      { name: 'notes', everyMs: MINUTE_MS, run: () => storage.settleNotes() },
      {
        name: 'parts',
        everyMs: 10 * MINUTE_MS,
        run: () => storage.endStrayParts(async () => (await heldByUploads(database, now)).multiparts),
      },
      { name: 'versions', everyMs: 24 * 60 * MINUTE_MS, run: () => storage.endManyVersions() },
      { name: 'retention', everyMs: 10 * MINUTE_MS, run: () => storage.endOldVersions() },
    ],
    log,
  )

  await versions.start()
  await storage.start()
  await makeFirstAdmin({
    username: config.ADMIN_USERNAME,
    password: config.ADMIN_PASSWORD,
    leases,
    people,
    users,
    print,
  })
  await departures.resume()
  houseKeeper.start()
  const flush = () =>
    Promise.all([
      sessions
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'the use of sessions could not be written down')),
      shares.guests
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'the use of links could not be written down')),
    ])
  const flushing = setInterval(() => void flush(), MINUTE_MS).unref()

  return {
    config,
    version,
    database,
    now,
    versions,
    storage,
    access,
    people,
    users,
    settings,
    branding,
    sessions,
    signingIn,
    files,
    archives,
    previews,
    uploads,
    operations,
    search,
    trash,
    shares,
    shell,
    audit,
    standing,
    events,
    webSockets: createWebSockets(),
    status,
    unnamedProxies,
    houseKeeper,
    children,
    publicSettings: async () =>
      publicSettings(await settings.get(), {
        config,
        version,
        brand: await branding.get(),
        canRestore: storage.features.versioning,
        hasStills: await previews.hasStills(),
      }),
    usedBy: (user) => meter.used(access.actorOf(user, []).mounts.scope),
    stop: async () => {
      clearInterval(flushing)
      await events.stop()
      await houseKeeper.stop()
      await departures.stop()
      uploads.stop()
      quotas.stop()
      await previews.stop()
      children.stop()
      await audit.stop()
      await storage.stop()
      await flush()
      await versions.stop()
      clock.stop()
      await database.close()
    },
  }
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
