// The status page, and what it is made from.
import { databaseVersion, pingDatabase } from '../database/connection.ts'
import { createUnnamedProxies } from '../http/unnamed-proxies.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Storage } from '../storage/types.ts'
import type { Access } from '../features/access/access.ts'
import type { SettingsService } from '../features/settings/service.ts'
import { describeHousehold } from '../features/status/household.ts'
import { HouseStatus, type StatusService, type Switches } from '../features/status/service.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

export interface StatusParts {
  version: string
  access: Access
  settings: SettingsService
  storage: Storage
  people: PeopleServices
  content: ContentServices
  jobQueue: JobQueue
}

export function buildStatus(ground: Ground, parts: StatusParts) {
  const { version, access, settings, storage, people, content, jobQueue } = parts
  const { database, clock, log, now, changeCounters } = ground
  const { previews, uploads } = content
  const unnamedProxies = createUnnamedProxies(log)
  const household = () =>
    describeHousehold({
      index: () => storage.index(),
      hiddenFolders: () => storage.hiddenFolders(),
      everybody: people.people.all,
      hasShadowed: (user) => content.tree.hasShadowed(access.actorOf(user, [])),
      operations: () => storage.operations.pending(),
      unfinishedUploads: uploads.unfinished,
      jobs: () => jobQueue.load(),
      previews: () => previews.load(),
      replicas: () => changeCounters.household(),
      workers: () => changeCounters.workers().running,
      storageServer: storage.serverName,
      databaseVersion: () => databaseVersion(database),
      clocks: () => ({ storage: storage.clockOffset(), database: clock.offset() }),
      hasUnnamedProxy: () => unnamedProxies.wereSeen,
    })
  const status: StatusService = new HouseStatus({
    pingStorage: () => storage.ping(),
    pingDatabase: () => pingDatabase(database),
    index: () => storage.index(),
    capabilities: storage.capabilities,
    version,
    now,
    switches: () => switchesOf(ground, settings, previews),
    household,
  })
  return { status, unnamedProxies }
}

/** For each feature that may be off, the setting that turns it off; null where it is on. */
async function switchesOf(
  { config, changeCounters }: Ground,
  settings: StatusParts['settings'],
  previews: StatusParts['content']['previews'],
): Promise<Switches> {
  const { retentionDays, signup } = await settings.get()
  const { running, lacking } = changeCounters.workers()
  const worker = running > 0 ? null : 'WORKER'
  return {
    restore: retentionDays > 0 ? null : 'retentionDays',
    sharedFolder: config.SHARED_FOLDER === '' ? 'SHARED_FOLDER' : null,
    shell: config.ENABLE_EXEC ? null : 'ENABLE_EXEC',
    captcha: config.RECAPTCHA_SECRET === '' ? 'RECAPTCHA_KEY' : null,
    signUp: signup ? null : 'signup',
    thumbs: config.ENABLE_THUMBS ? null : 'ENABLE_THUMBS',
    videoThumbs: !config.ENABLE_THUMBS ? 'ENABLE_THUMBS' : (await previews.hasStills()) ? null : 'FFMPEG',
    imports: worker,
    videoImports: worker ?? (lacking.includes('yt-dlp') ? 'YTDLP' : lacking.includes('ffmpeg') ? 'FFMPEG' : null),
  }
}
