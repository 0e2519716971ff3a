// Global settings, set by administrators for the whole household.
import { DEFAULT_IMPORTS } from '../../../contract/import-settings.ts'
import { DEFAULT_RETENTION_DAYS, type Settings, type SettingsBody } from '../../../contract/settings.ts'
import { type Cached, createCached } from '../../database/cached.ts'
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

export class HouseholdSettings implements SettingsService {
  readonly #options: SettingsServiceOptions
  readonly #model: ReturnType<typeof settingsModel>
  readonly #cached: Cached<Settings>
  readonly #followers: ((days: number) => Promise<void>)[] = []
  /** The days that the storage knows. */
  #retention: number | undefined

  constructor(options: SettingsServiceOptions) {
    const { connection, changeCounters, log } = options
    this.#options = options
    this.#model = settingsModel(connection)
    this.#cached = createCached<Settings>({ changeCounters, name: 'settings', load: () => this.#read() })
    changeCounters.onChange('settings', () => {
      if (this.#retention !== undefined)
        this.fresh()
          .then((settings) => this.#followRetention(settings))
          .catch((error: unknown) => log.warn({ err: error }, 'the retention could not be set'))
    })
  }

  onRetention(follow: (days: number) => Promise<void>): void {
    this.#followers.push(follow)
  }

  get(): Promise<Settings> {
    return this.#cached.get()
  }

  fresh(): Promise<Settings> {
    return this.#cached.fresh()
  }

  async put(body: Parameters<SettingsService['put']>[0]): ReturnType<SettingsService['put']> {
    const { changeCounters, authMethod, checkRules } = this.#options
    checkRules(body.rules)
    // Home folders are created below one, and people are put into the other.
    for (const path of [body.userHomeBasePath, body.defaults.scope]) parseUserPath(path)
    const before = await this.fresh()
    const value = stored(body, before)
    await this.#model.updateOne({ _id: GLOBAL }, { $set: { value } })
    await changeCounters.bump('settings')
    await this.#followRetention({ ...value, authMethod })
    return changedNames(before, { ...value, authMethod })
  }

  async start(): Promise<number> {
    try {
      if (!(await this.#model.exists({ _id: GLOBAL })))
        await this.#model.create({ _id: GLOBAL, value: stored(firstSettings(), FIRST) })
    } catch (error) {
      // Another replica that starts at the same time has written them.
      if (!isDuplicateKey(error)) throw error
    }
    this.#retention = (await this.fresh()).retentionDays
    return this.#retention
  }

  /** The storage of every replica knows the days, for the buckets that it creates. */
  async #followRetention({ retentionDays }: Settings): Promise<void> {
    if (this.#retention === retentionDays) return
    await Promise.all(this.#followers.map((follow) => follow(retentionDays)))
    this.#retention = retentionDays
  }

  async #read(): Promise<Settings> {
    const document = await this.#model.findById(GLOBAL).lean()
    return { ...stored(document?.value ?? firstSettings(), FIRST), authMethod: this.#options.authMethod }
  }
}

/** Nido's own settings before anybody has set them. */
const FIRST = {
  retentionDays: DEFAULT_RETENTION_DAYS,
  sharedLimit: 0,
  imports: DEFAULT_IMPORTS,
  branding: { reportUrl: '' },
}

const stored = (body: SettingsBody, kept: typeof FIRST): StoredSettings => ({
  ...body,
  branding: { ...body.branding, reportUrl: body.branding.reportUrl ?? kept.branding.reportUrl },
  retentionDays: body.retentionDays ?? kept.retentionDays,
  sharedLimit: body.sharedLimit ?? kept.sharedLimit,
  imports: body.imports ?? kept.imports,
})
