// Builds each service once and hands its collaborators in.
import { randomUUID } from 'node:crypto'
import { buildActivity } from './building/activity.ts'
import { buildArcade } from './building/arcade.ts'
import { buildCalendar, tellCalendar } from './building/calendar.ts'
import { buildContent, type ContentServices } from './building/content.ts'
import { connect, type Ground, type Surroundings } from './building/ground.ts'
import { buildImports, tellImports } from './building/imports.ts'
import { buildPeople, type PeopleServices } from './building/people.ts'
import { buildPhotoDays } from './building/photo-days.ts'
import { buildPlaces, tellPlaces } from './building/places.ts'
import { buildPush } from './building/push.ts'
import { buildStatus } from './building/status.ts'
import { buildStorage } from './building/storage.ts'
import { readVersion } from './building/version.ts'
import { type Access, createAccess } from './features/access/access.ts'
import { type Branding, HouseholdBranding } from './features/branding/service.ts'
import { Events, type EventsOptions } from './features/events/service.ts'
import { UploadReports } from './features/events/upload-reports.ts'
import { folderViewsModel } from './features/folder-views/model.ts'
import { HouseFolderViews } from './features/folder-views/service.ts'
import { publicSettings } from './features/settings/present.ts'
import { HouseholdSettings, type SettingsService } from './features/settings/service.ts'
import { HouseholdLinkUsage } from './features/shares/link-usage.ts'
import { HouseholdLinks } from './features/shares/links.ts'
import { shareModel } from './features/shares/model.ts'
import { Shares } from './features/shares/service.ts'
import type { Standing } from './features/session/standing.ts'
import type { User } from './features/users/user.ts'
import { ServerWebSockets } from './http/web-sockets.ts'
import type { Storage } from './storage/types.ts'

export type Services = Awaited<ReturnType<typeof startServices>>

/**
 * Connects and builds everything that requests and jobs need, and takes part in the operations of the household. What
 * else a process does is its own choice (`household.ts`).
 * @throws when the database or S3 does not answer
 */
export async function startServices(surroundings: Surroundings) {
  const ground = await connect(surroundings)
  const { config, log, database, changeCounters, now } = ground
  const version = readVersion()
  const access = createAccess({ bucketPrefix: config.BUCKET_PREFIX, sharedFolder: config.SHARED_FOLDER }, log)
  const settings = buildSettings(ground, access)
  const storage = await buildStorage(ground, await settings.start())
  settings.onRetention((days) => storage.setRetention(days))
  const people = await buildPeople(ground, { access, settings, storage })
  const content = buildContent(ground, { access, settings, storage, people })
  const shares = await buildShares(ground, { access, storage, people, content })
  const { places, lists } = await buildPlaces(ground, { access, storage, people, content })
  const rooms = buildRooms(ground, { access, storage, people, content })
  const branding = buildBranding(ground, storage, content)
  const standing = standingOf(people)
  const live = buildEvents(ground, { tree: content.tree, storage, standing })
  tellPages(ground, { lists, ...rooms, ...live })
  await changeCounters.start()
  await storage.start()
  const first = { ground, config, version, database, now, changeCounters, storage, access, settings }
  return {
    ...first,
    ...people,
    ...content,
    shares,
    places,
    ...rooms,
    folderViews: buildFolderViews(ground, { access, people, content }),
    branding,
    standing,
    ...live,
    /** Requests that become sockets. */
    webSockets: new ServerWebSockets(),
    ...buildStatus(ground, { version, access, settings, storage, people, content, jobQueue: rooms.jobQueue }),
    publicSettings: tellingPage(ground, { version, settings, branding, storage, content }),
    /** Bytes of the present files of a person's scope. */
    usedBy: (user: User) => content.meter.used(access.actorOf(user, []).mounts.scope),
    stop: ground.stop,
  }
}

/** What people have beside files: imports, games, calendars, photos of a day, and what others did. */
function buildRooms(ground: Ground, parts: Omit<Parameters<typeof buildCalendar>[1], 'jobQueue'>) {
  const imports = buildImports(ground, parts)
  return {
    ...imports,
    photoDays: buildPhotoDays(ground, { ...parts, jobQueue: imports.jobQueue }),
    ...buildCalendar(ground, { ...parts, jobQueue: imports.jobQueue }),
    ...buildPush(ground, parts),
    arcade: buildArcade(ground, parts),
    ...buildActivity(ground, parts),
  }
}

/** Tells open pages of what changes beside files. */
function tellPages(ground: Ground, told: Told): void {
  tellPlaces(ground, told)
  tellImports(ground, told)
  tellCalendar(ground, told)
}
type Told = Parameters<typeof tellPlaces>[1] & Parameters<typeof tellImports>[1] & Parameters<typeof tellCalendar>[1]

/** Who asks on a socket, as stored now. */
const standingOf = ({ signingIn, sessions }: PeopleServices): Standing => ({
  person: (id) => signingIn.personOf(id),
  sessionEnd: (sessionId) => sessions.endOf(sessionId),
})

function buildSettings({ config, database, changeCounters, log }: Ground, access: Access) {
  return new HouseholdSettings({
    connection: database,
    changeCounters,
    authMethod: config.AUTH_METHOD,
    checkRules: access.checkRules,
    log,
  })
}

function buildFolderViews(
  { database }: Ground,
  { access, people, content }: Pick<SharesParts, 'access' | 'people' | 'content'>,
) {
  const folderViews = new HouseFolderViews({ model: folderViewsModel(database), access, tree: content.tree })
  people.userRemovals.onEnd((id) => folderViews.removeAllOf(id))
  return folderViews
}

function buildBranding({ config, database, changeCounters, log }: Ground, storage: Storage, content: ContentServices) {
  return new HouseholdBranding({
    connection: database,
    changeCounters,
    scratch: storage.scratch,
    sizeOf: content.sizeOf,
    baseUrl: config.BASE_URL,
    log,
    newId: () => randomUUID().replaceAll('-', ''),
  })
}

interface PageParts {
  version: string
  settings: SettingsService
  branding: Branding
  storage: Storage
  content: ContentServices
}

/** What the page is told at its start. */
const tellingPage =
  ({ config }: Ground, { version, settings, branding, storage, content }: PageParts) =>
  async () =>
    publicSettings(await settings.get(), {
      config,
      version,
      brand: await branding.get(),
      canRestore: storage.capabilities.versioning,
      hasStills: await content.previews.hasStills(),
    })

interface SharesParts {
  access: Access
  storage: Storage
  people: PeopleServices
  content: ContentServices
}

async function buildShares(ground: Ground, { access, storage, people, content }: SharesParts) {
  const { database, changeCounters, log, now, keep } = ground
  const model = shareModel(database)
  await model.createIndexes()
  const shares = keep(
    new Shares({
      links: new HouseholdLinks({ model, changeCounters, pointers: storage.pointers }),
      linkUsage: new HouseholdLinkUsage({ model, changeCounters, log, now }),
      pointers: storage.pointers,
      tree: content.tree,
      access,
      passwords: people.passwords,
      personOf: (id) => people.signingIn.personOf(id),
      ...people.guessing,
      audit: people.audit,
      now,
    }),
  )
  people.userRemovals.onEnd((id) => shares.removeAllOf(id))
  return shares
}

function buildEvents(
  { config, database, changeCounters, metrics, log, now, keep }: Ground,
  parts: Pick<EventsOptions, 'tree' | 'storage' | 'standing'>,
) {
  const uploadReports = new UploadReports(database, now)
  const events = keep(
    new Events({
      ...parts,
      uploadReports,
      changeCounters,
      metrics,
      log,
      pingMs: config.EVENTS_PING,
      tokenLifeMs: config.TOKEN_LIFE,
      now,
    }),
  )
  changeCounters.describePages(() => events.pages)
  return { events, uploadReports }
}
