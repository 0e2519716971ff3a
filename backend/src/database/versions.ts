// The document of counters that replicas follow (change-counters.ts), and what processes tell of themselves in it.
import { type Model, Schema } from 'mongoose'
import type { Connection } from './connection.ts'

/** The version that a worker uses; and the one that was chosen, if it does not run there. */
export interface UsedYtDlp {
  version: string | null
  refused: string | null
}

/** What a process has told of itself. */
export interface Replica {
  seen: number
  at: number
  /** Whether it believes in no cache until it says otherwise. */
  isIdle?: boolean
  pages?: number
  /** For a worker: the programs that it lacks, and the yt-dlp that it uses. */
  lacks?: string[]
  ytDlp?: UsedYtDlp
}

export interface VersionsDocument {
  _id: string
  /** Counts all changes. */
  count: number
  /** Counts the changes under each name. */
  names: Record<string, number>
  /**
   * The count that each process had seen at its last heartbeat, and how many pages it had open then.
   */
  replicas: Record<string, Replica>
}

const mixed = Schema.Types.Mixed
const schema = new Schema<VersionsDocument>(
  { _id: { type: String, required: true }, count: Number, names: mixed, replicas: mixed },
  { versionKey: false, minimize: false },
)

/** The id of the only document. */
export const VERSIONS_ID = 'versions'
/** A replica without a heartbeat for this long counts as dead, and nobody waits for it. */
export const DEAD_MS = 10_000

export const versionsModel = (connection: Connection): Model<VersionsDocument> =>
  connection.model<VersionsDocument>('Versions', schema, 'versions')

/** How many replicas and workers are running, for a process that is none of them. */
export async function countProcesses(
  connection: Connection,
  now: () => number,
): Promise<{ replicas: number; workers: number }> {
  const document = await connection.collection<VersionsDocument>('versions').findOne({ _id: VERSIONS_ID })
  const living = Object.values(document?.replicas ?? {}).filter(({ at }) => now() - at <= DEAD_MS)
  const workers = living.filter(({ lacks }) => lacks !== undefined).length
  return { replicas: living.length - workers, workers }
}
