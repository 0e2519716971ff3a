// The ordered middleware, then every feature's routes by name.
import path from 'node:path'
import Koa from 'koa'
import { pingDatabase } from './database/connection.ts'
import { fromDatabase } from './database/errors.ts'
import { fromStorage } from './storage/s3-errors.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { arcadeRoutes } from './features/arcade/routes.ts'
import { openedArchivesRoutes } from './features/archives/opened-routes.ts'
import { brandingRoutes } from './features/branding/routes.ts'
import { serveBranding } from './features/branding/serve.ts'
import { davDoor } from './features/calendar/dav/door.ts'
import { calendarRoutes } from './features/calendar/routes.ts'
import { subscriptionRoutes } from './features/calendar/subscriptions/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { eventsRoutes } from './features/events/routes.ts'
import { filesRoutes } from './features/files/routes.ts'
import { folderViewsRoutes } from './features/folder-views/routes.ts'
import { followsRoutes } from './features/imports/follows/routes.ts'
import { importsRoutes } from './features/imports/routes.ts'
import { ytDlpRoutes } from './features/imports/program/routes.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { serveManifest } from './features/pages/manifest.ts'
import { servePage } from './features/pages/page.ts'
import { serveStatic } from './features/pages/static-files.ts'
import { photoDaysRoutes } from './features/photo-days/routes.ts'
import { placesRoutes } from './features/places/routes.ts'
import { previewsRoutes } from './features/previews/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { serveServiceWorker } from './features/push/serve.ts'
import { referenceRoutes } from './features/reference/routes.ts'
import { remindersRoutes } from './features/reminders/routes.ts'
import { publicRoutes } from './features/shares/public-routes.ts'
import { sharesRoutes } from './features/shares/routes.ts'
import { shellRoutes } from './features/shell/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { storageMapRoutes } from './features/storage-map/routes.ts'
import { subtitlesRoutes } from './features/subtitles/routes.ts'
import { trashRoutes } from './features/trash/routes.ts'
import { uploadsRoutes } from './features/uploads/routes.ts'
import { usersRoutes } from './features/users/routes.ts'
import { sendPoured } from './http/poured-bodies.ts'
import { apiRouter } from './http/api-router.ts'
import { basePath } from './http/base-path.ts'
import { compressJson } from './http/compression.ts'
import { createClientAddress } from './http/client-address.ts'
import { errorDoor } from './http/errors.ts'
import { commonHeaders } from './http/headers.ts'
import { refuseOtherHosts } from './http/own-site.ts'
import { probes } from './http/probes.ts'
import { requestLimits } from './http/request-limits.ts'
import { requestLog } from './http/request-log.ts'
import type { Route } from './http/route.ts'
import { createSessionGuard } from './http/session-guard.ts'
import { wellKnownDav } from './http/well-known.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import type { Services } from './services.ts'

/** Where the build puts the page. */
const PAGE_DIR = path.join(import.meta.dirname, '../../dist/page')
/** The emulator of the arcade. An installation may lack it. */
const EMULATOR_DIR = path.join(import.meta.dirname, '../../dist/emulatorjs')

export interface AppOptions {
  services: Services
  log: Log
  metrics: Metrics
  /** Whether requests are still taken. */
  isOpen(): boolean
}

export function createApp({ services, log, metrics, isOpen }: AppOptions): Koa {
  const { config, signingIn, storage, database } = services
  const app = new Koa()
  // What fails after the answer has begun: the stream is cut, the log told.
  app.on('error', (error: NodeJS.ErrnoException) => {
    // HPE_…: the parser's word for a request that stops in its middle.
    const isGone =
      ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '') || error.code?.startsWith('HPE_')
    if (isGone) log.debug({ err: error }, 'the client went away')
    else log.error({ err: error }, 'an answer was cut off')
  })
  app.use(sendPoured())
  app.use(
    requestLog({
      log,
      metrics,
      clientAddress: createClientAddress(config.TRUSTED_PROXIES, (address) => services.unnamedProxies.saw(address)),
    }),
  )
  app.use(commonHeaders())
  app.use(errorDoor({ log, metrics, translators: [fromDatabase, fromStorage] }))
  app.use(requestLimits())
  app.use(compressJson())
  app.use(wellKnownDav(config.BASE_URL))
  app.use(basePath(config.BASE_URL))
  app.use(probes({ isOpen, checks: [() => storage.ping(), () => pingDatabase(database)] }))
  if (config.AUTH_METHOD === 'noauth') app.use(refuseOtherHosts(config.ALLOWED_HOSTS))
  app.use(attending(services))
  app.use(
    davDoor({
      devices: services.calendarDevices,
      collections: services.calendarCollections,
      lists: services.calendarLists,
      base: config.BASE_URL,
    }),
  )
  app.use(apiRouter(collectRoutes(services), createSessionGuard(signingIn, services.now)))
  for (const serve of pageMiddleware(services)) app.use(serve)
  return app
}

/** Who asks for anything is there. Probes and metrics are not. */
const attending =
  ({ ground }: Services): Koa.Middleware =>
  (_ctx, next) => {
    ground.attention.attend()
    return next()
  }

/** The page, and everything that belongs to it. */
function pageMiddleware({ config, branding, publicSettings }: Services): Koa.Middleware[] {
  const page = { dir: PAGE_DIR, base: config.BASE_URL, settings: () => publicSettings(), branding }
  return [
    serveBranding(branding),
    serveStatic('/static/', path.join(PAGE_DIR, 'static')),
    serveStatic('/emulatorjs/', EMULATOR_DIR),
    serveServiceWorker(PAGE_DIR),
    serveManifest(page),
    servePage(page),
  ]
}

/** Every call of the API, feature by feature. */
export function collectRoutes(services: Services): Route[] {
  const { config, signingIn, sessions, people, users, settings, files, previews, uploads, operations, shares, audit } =
    services
  const baseUrl = config.BASE_URL
  return [
    ...sessionRoutes({ signingIn, sessions, people, audit, baseUrl, tokenLifeMs: config.TOKEN_LIFE }),
    ...usersRoutes({ users, people, settings, signingIn, audit, usedBy: services.usedBy }),
    ...settingsRoutes({ settings, audit }),
    ...brandingRoutes({ branding: services.branding, audit }),
    ...auditRoutes({ audit }),
    ...statusRoutes(services),
    ...filesRoutes({ files, archives: services.archives, baseUrl }),
    ...folderViewsRoutes({ folderViews: services.folderViews }),
    ...previewsRoutes({ previews, files }),
    ...openedArchivesRoutes({ ...services, baseUrl }),
    ...subtitlesRoutes({ files, subtitles: services.subtitles }),
    ...uploadsRoutes({ uploads, baseUrl }),
    ...operationsRoutes({ operations }),
    ...trashRoutes({ trash: services.trash, baseUrl }),
    ...searchRoutes(services),
    ...sharesRoutes({ shares }),
    ...placesRoutes(services),
    ...storageMapRoutes(services),
    ...activityRoutes(services),
    ...photoDaysRoutes(services),
    ...ytDlpRoutes(services),
    ...importsRoutes(services),
    ...followsRoutes(services),
    ...arcadeRoutes(services),
    ...calendarRoutes(services),
    ...remindersRoutes(services),
    ...pushRoutes(services),
    ...subscriptionRoutes(services),
    ...publicRoutes({ shares, files, archives: services.archives, previews, audit, subtitles: services.subtitles }),
    ...shellRoutes({ shell: services.shell, webSockets: services.webSockets, standing: services.standing }),
    ...eventsRoutes(services),
    ...referenceRoutes({ version: services.version, baseUrl }),
  ]
}
