// The upload progress that open pages report, for the person's other pages. Replicas share it through the database. A
// page that has reported nothing for a while has gone.
import { type Model, Schema } from 'mongoose'
import type { Device } from '../../../contract/session.ts'
import type { UploadReport } from '../../../contract/events.ts'
import { PAGES_REPORTING_MAX } from '../../../contract/limits.ts'
import type { Connection } from '../../database/connection.ts'
import { isDuplicateKey, upsert } from '../../database/errors.ts'
import { AppError } from '../../lib/app-error.ts'

/** Browsers let a page in the background run timers only once a minute. */
const SILENT_MS = 75_000

/** The last report of a page. */
export interface ReportedUploads {
  userId: number
  page: string
  device: Device
  report: UploadReport
}

/** A new report of a page; `report` is null if it has no more uploads. */
export interface ToldUploads extends Omit<ReportedUploads, 'report'> {
  report: UploadReport | null
  /** Increases with each report of a page. */
  number: number
}

/** The end of a page's uploads is stored like a report, so that a late report does not bring them back. */
interface ReportDocument extends ToldUploads {
  /** The person's id and the page's. */
  _id: string
  until: number
}

const mixed = Schema.Types.Mixed
const schema = new Schema<ReportDocument>(
  {
    _id: { type: String, required: true },
    userId: Number,
    page: String,
    device: mixed,
    report: mixed,
    number: Number,
    until: Number,
  },
  { versionKey: false, minimize: false },
)

export class UploadReports {
  readonly #model: Model<ReportDocument>
  readonly #now: () => number

  constructor(connection: Connection, now: () => number) {
    this.#model = connection.model<ReportDocument>('UploadReport', schema, 'uploadreports')
    this.#now = now
  }

  /**
   * Stores a report, unless there is a newer one of its page.
   * @throws AppError `tooMany` if too many pages of the person report
   */
  async put(told: ToldUploads): Promise<void> {
    const { userId, page, number } = told
    const _id = `${userId} ${page}`
    await this.#model.deleteMany({ userId, until: { $lte: this.#now() } })
    const others = await this.#model.countDocuments({ userId, _id: { $ne: _id } })
    if (others >= PAGES_REPORTING_MAX && !(await this.#forgetEnded(userId)))
      throw new AppError('tooMany', 'too many pages report their uploads')
    const document = { ...told, until: this.#now() + SILENT_MS }
    const older = { _id, number: { $lt: number } }
    await upsert(() => this.#model.replaceOne(older, document, { upsert: true })).catch((error: unknown) => {
      // What is there is not older.
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** Makes room; false if all of the person's pages are still uploading. */
  async #forgetEnded(userId: number): Promise<boolean> {
    return (await this.#model.deleteMany({ userId, report: null })).deletedCount > 0
  }

  /** All recent reports. */
  recent(): Promise<ReportedUploads[]> {
    const goingOn = { until: { $gt: this.#now() }, report: { $ne: null } }
    return this.#model.find(goingOn, { _id: 0, until: 0, number: 0 }).lean<ReportedUploads[]>()
  }
}

export interface UploadsWatch {
  /**
   * Looks once for all listeners, and reports what has changed since the last look; null if a page has no more uploads.
   */
  look(): Promise<void>
  /** Nobody listens any more. At the next look everything is new. */
  forget(): void
}

/** Sends the reports of pages to the people they belong to. */
export function createUploadsWatch(
  reports: Pick<UploadReports, 'recent'>,
  tell: (userId: number, page: string, told: ReportedUploads | null) => void,
): UploadsWatch {
  let known = new Map<string, { told: ReportedUploads; text: string }>()
  return {
    look: async () => {
      const found = new Map(
        (await reports.recent()).map((told) => [`${told.userId} ${told.page}`, { told, text: JSON.stringify(told) }]),
      )
      for (const [id, { told, text }] of found) if (known.get(id)?.text !== text) tell(told.userId, told.page, told)
      for (const [id, { told }] of known) if (!found.has(id)) tell(told.userId, told.page, null)
      known = found
    },
    forget: () => {
      known = new Map()
    },
  }
}
