// Global settings, set by administrators for the whole household.
import { DEFAULT_RETENTION_DAYS, type Settings, type SettingsBody } from '../../../contract/settings.ts'
import { createCached } from '../../database/cached.ts'
import type { Connection } from '../../database/connection.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { changedNames } from '../../lib/changed-names.ts'
import type { Log } from '../../lib/log.ts'
import { parseUserPath } from '../../storage/paths.ts'
import { firstSettings } from './defaults.ts'
import { GLOBAL, settingsModel, type StoredSettings } from './model.ts'

export interface SettingsService {
  /** As known here. Another replica's change is seen within a second. */
  get(): Promise<Settings>
  /** As stored now. */
  fresh(): Promise<Settings>
  /**
   * Replaces all settings and returns the names of those that changed. Nido's own settings keep their value if they are
   * left out.
   * @throws AppError `badRequest` for an invalid rule or path
   */
  put(body: SettingsBody): Promise<string[]>
  /** Writes the settings of the first start if there are none. Returns the days that older versions are kept. */
  start(): Promise<number>
  /** Registers a listener for changes of these days. */
  onRetention(follow: (days: number) => Promise<void>): void
}

export interface SettingsServiceOptions {
  connection: Connection
  changeCounters: ChangeCounters
  authMethod: Settings['authMethod']
  checkRules(rules: SettingsBody['rules']): void
  log: Log
}

export function createSettings(options: SettingsServiceOptions): SettingsService {
  const { connection, changeCounters, authMethod, checkRules, log } = options
  const model = settingsModel(connection)
  const cached = createCached<Settings>({ changeCounters, name: 'settings', load: read })
  let retention: number | undefined
  const followers: ((days: number) => Promise<void>)[] = []
  changeCounters.onChange('settings', () => {
    if (retention !== undefined)
      cached
        .fresh()
        .then(followRetention)
        .catch((error: unknown) => log.warn({ err: error }, 'the retention could not be set'))
  })

  /** The storage of every replica knows the days, for the buckets that it creates. */
  async function followRetention({ retentionDays }: Settings): Promise<void> {
    if (retention === retentionDays) return
    await Promise.all(followers.map((follow) => follow(retentionDays)))
    retention = retentionDays
  }

  async function read(): Promise<Settings> {
    const document = await model.findById(GLOBAL).lean()
    return { ...stored(document?.value ?? firstSettings(), FIRST), authMethod }
  }

  return {
    onRetention: (follow) => void followers.push(follow),
    get: cached.get,
    fresh: cached.fresh,
    put: async (body) => {
      checkRules(body.rules)
      // Home folders are created below one, and people are put into the other.
      for (const path of [body.userHomeBasePath, body.defaults.scope]) parseUserPath(path)
      const before = await cached.fresh()
      const value = stored(body, before)
      await model.updateOne({ _id: GLOBAL }, { $set: { value } })
      await changeCounters.bump('settings')
      await followRetention({ ...value, authMethod })
      return changedNames(before, { ...value, authMethod })
    },
    start: async () => {
      try {
        if (!(await model.exists({ _id: GLOBAL })))
          await model.create({ _id: GLOBAL, value: stored(firstSettings(), FIRST) })
      } catch (error) {
        // Another replica that starts at the same time has written them.
        if (!isDuplicateKey(error)) throw error
      }
      retention = (await cached.fresh()).retentionDays
      return retention
    },
  }
}

/** Nido's own settings before anybody has set them. */
const FIRST = { retentionDays: DEFAULT_RETENTION_DAYS, sharedLimit: 0 }

const stored = (body: SettingsBody, kept: typeof FIRST): StoredSettings => ({
  ...body,
  retentionDays: body.retentionDays ?? kept.retentionDays,
  sharedLimit: body.sharedLimit ?? kept.sharedLimit,
})
