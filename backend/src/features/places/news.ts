// Notifies the open pages of a person that a list has changed, on all replicas.
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { Log } from '../../lib/log.ts'
import { oneLookAtATime } from '../../lib/one-look.ts'
import type { Events } from '../events/service.ts'
import type { PlaceLists } from './lists.ts'
import { PLACES } from './model.ts'

export interface PlaceNewsOptions {
  lists: Pick<PlaceLists, 'versions'>
  changeCounters: Pick<ChangeCounters, 'onChange'>
  events: Pick<Events, 'pages' | 'publish'>
  log: Pick<Log, 'warn'>
}

export class PlaceNews {
  readonly #options: PlaceNewsOptions
  /** The version of each list that pages know. */
  #told: ReadonlyMap<string, number> = new Map()

  constructor(options: PlaceNewsOptions) {
    this.#options = options
    const look = oneLookAtATime(
      () => this.#tell(),
      (error) => options.log.warn({ err: error }, 'pages could not be told of a changed list'),
    )
    options.changeCounters.onChange(PLACES, look)
  }

  async #tell(): Promise<void> {
    const { events, lists } = this.#options
    // Pages fetch their lists when they are opened.
    if (events.pages === 0) return
    const now = await lists.versions()
    const changed = now.filter(({ _id, version }) => this.#told.get(_id) !== version)
    this.#told = new Map(now.map(({ _id, version }) => [_id, version]))
    for (const { userId, list } of changed) events.publish({ newsFor: () => ({ type: 'places', list }) }, userId)
  }
}
