// Tells open pages how the imports of their person change, on all replicas.
import type { ImportRecord } from '../../../contract/imports.ts'
import type { Log } from '../../lib/log.ts'
import { oneLookAtATime } from '../../lib/one-look.ts'
import type { Events } from '../events/service.ts'
import type { HouseImports } from './service.ts'

export interface ImportNewsOptions {
  imports: Pick<HouseImports, 'everybodys'>
  /** Registers a callback for changes of jobs. */
  onChange(listener: () => void): void
  events: Pick<Events, 'pages' | 'publish'>
  log: Pick<Log, 'warn'>
}

/** An import as pages know it. */
interface Told {
  owner: number
  text: string
}

export class ImportNews {
  readonly #options: ImportNewsOptions
  #told: ReadonlyMap<string, Told> = new Map()

  constructor(options: ImportNewsOptions) {
    this.#options = options
    const look = oneLookAtATime(
      () => this.#tell(),
      (error) => options.log.warn({ err: error }, 'pages could not be told of imports'),
    )
    options.onChange(look)
  }

  async #tell(): Promise<void> {
    const { events, imports } = this.#options
    // Pages fetch the list when they are opened.
    if (events.pages === 0) return void (this.#told = new Map())
    const now = await imports.everybodys()
    const before = this.#told
    this.#told = new Map(now.map(({ owner, record }) => [record.id, { owner, text: JSON.stringify(record) }]))
    for (const { owner, record } of now)
      if (before.get(record.id)?.text !== this.#told.get(record.id)?.text) this.#publish(owner, record.id, record)
    for (const [id, { owner }] of before) if (!this.#told.has(id)) this.#publish(owner, id, null)
  }

  #publish(owner: number, id: string, record: ImportRecord | null): void {
    this.#options.events.publish({ newsFor: () => ({ type: 'import', id, import: record }) }, owner)
  }
}
