// What works in Nido right now, and why the rest does not.
import { can } from '../../../contract/rights.ts'
import type { HouseholdStatus, StatusPart, StatusRecord, StatusSetting, StatusState } from '../../../contract/status.ts'
import type { Clock } from '../../lib/clock.ts'
import type { IndexState, Capabilities } from '../../storage/types.ts'
import type { User } from '../users/user.ts'
import { measure } from './measure.ts'

export interface StatusService {
  look(reader: Pick<User, 'perm'>): Promise<StatusRecord>
}

/** What settings and missing programs turn off: the name of the cause, or null if it is on. */
export type Switches = Record<
  'restore' | 'sharedFolder' | 'shell' | 'captcha' | 'signUp' | 'thumbs' | 'videoThumbs' | 'imports' | 'videoImports',
  StatusSetting | null
>

export interface StatusOptions {
  pingStorage(): Promise<unknown>
  pingDatabase(): Promise<unknown>
  index(): Pick<IndexState, 'isReady' | 'objects' | 'events'>
  /** The features of the S3 server. */
  capabilities: Capabilities
  switches(): Promise<Switches>
  /** For administrators. */
  household(): Promise<HouseholdStatus>
  version: string
  now: Clock
}

type Told = StatusRecord['parts'][number]

export class HouseStatus implements StatusService {
  readonly #options: StatusOptions

  constructor(options: StatusOptions) {
    this.#options = options
  }

  async look(user: Parameters<StatusService['look']>[0]): Promise<StatusRecord> {
    const { pingStorage, pingDatabase, switches, household, version, now } = this.#options
    const isAdmin = can(user, 'admin')
    const [storage, database, off, more] = await Promise.all([
      measure(pingStorage),
      measure(pingDatabase),
      switches(),
      isAdmin ? household() : undefined,
    ])
    return {
      parts: [{ part: 'storage', ...storage }, { part: 'database', ...database }, ...this.#parts(off, isAdmin)],
      looked: new Date(now()).toISOString(),
      ...(more ? { version, household: more } : {}),
    }
  }

  #parts(off: Switches, isAdmin: boolean): Told[] {
    const { capabilities, index } = this.#options
    const { isReady, objects, events } = index()
    const able = (part: StatusPart, isAble: boolean): Told => ({ part, state: isAble ? 'ok' : 'lacking' })
    const unlessOff = (part: keyof Switches): Told => {
      const setting = off[part]
      return setting === null ? { part, state: 'ok' } : { part, state: 'off', ...(isAdmin ? { setting } : {}) }
    }
    const eventsState: StatusState = !capabilities.notifications ? 'lacking' : events ? 'ok' : 'building'
    return [
      { part: 'index', state: isReady ? 'ok' : 'building', ...(isAdmin ? { objects } : {}) },
      capabilities.versioning ? unlessOff('restore') : able('restore', false),
      { part: 'bucketEvents', state: eventsState },
      able('listedTimes', capabilities.listedMetadata),
      able('conditionalWrites', capabilities.putIfAbsent && capabilities.completeIfAbsent),
      able('expiryRules', capabilities.lifecycle),
      able('partCopies', capabilities.partCopy),
      able('tags', capabilities.tags),
      unlessOff('sharedFolder'),
      unlessOff('shell'),
      unlessOff('captcha'),
      unlessOff('signUp'),
      unlessOff('thumbs'),
      unlessOff('videoThumbs'),
      unlessOff('imports'),
      unlessOff('videoImports'),
    ]
  }
}
