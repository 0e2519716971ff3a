// Jobs in the database: one small document each, found by its id. Ended ones are deleted after some time, so that there
// are never more than some hundreds: the embedded database goes through all of them for each change.
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../database/connection.ts'
import type { Job } from './types.ts'

/** The name of the collection, and of the counter with which processes announce changes. */
export const JOBS = 'jobs'

const mixed = Schema.Types.Mixed
const required = { type: Number, required: true }

const schema = new Schema<Job>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    owner: required,
    state: { type: String, required: true },
    wish: { type: String, required: true },
    place: required,
    input: { type: mixed, required: true },
    progress: { type: mixed, default: null },
    failure: { type: mixed, default: null },
    fence: required,
    holder: { type: String, default: null },
    until: required,
    failures: required,
    notBefore: required,
    created: required,
    started: { type: Number, default: null },
    ended: { type: Number, default: null },
  },
  { versionKey: false, minimize: false },
)

export type JobModel = Model<Job>

export const jobModel = (connection: Connection): JobModel => connection.model<Job>('Job', schema, JOBS)

/** Whether a worker has a job now. One that runs without a valid lease waits for the next worker. */
export const isHeld = ({ until }: Pick<Job, 'until'>, now: number): boolean => until > now

/** Whether nothing more happens to a job by itself. */
export const hasJobEnded = ({ state }: Pick<Job, 'state'>): boolean => state === 'done' || state === 'failed'
