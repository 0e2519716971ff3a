// Global settings: what an administrator sets for the whole household.
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
  /** As known here; another replica's change is seen within a second. */
  get(): Promise<Settings>
  /** As stored now. */
  fresh(): Promise<Settings>
  /**
   * Replaces all, and answers the names of what is other than before. What only Nido has keeps its value when it is
   * left out.
   * @throws AppError `badRequest` for a rule or a path that cannot be read
   */
  put(body: SettingsBody): Promise<string[]>
  /** Writes the settings of the first start, where there are none. Answers the days that old versions are kept. */
  start(): Promise<number>
  /** Registers who is told when these days change. */
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

  /** The storage of every replica keeps the days, for the buckets that it makes. */
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
      // Homes are made below the one, and people put into the other.
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

/** What only Nido has, before anybody has set it. */
const FIRST = { retentionDays: DEFAULT_RETENTION_DAYS, sharedLimit: 0 }

const stored = (body: SettingsBody, kept: typeof FIRST): StoredSettings => ({
  ...body,
  retentionDays: body.retentionDays ?? kept.retentionDays,
  sharedLimit: body.sharedLimit ?? kept.sharedLimit,
})
