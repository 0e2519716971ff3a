// Code that uploads need once something is added, or was left unfinished. It is fetched then, or earlier in idle time.
import { UnfinishedUploads } from './UnfinishedUploads.ts'

export { listFolder } from './list-folder.ts'
export { findConflicts, planUpload } from './plan.ts'
export { jobsOfPlan, recordOf } from './jobs-of-plan.ts'
export { findLeftovers, jobsOfLeftovers } from './leftovers.ts'
export { offerImports } from '../imports/offer-imports.ts'
export { askAboutTaken } from './taken.ts'
export { namePictures, sortEntries } from '../../lib/entry-order.ts'
export { dropCopy } from '../../lib/file-copies.ts'
export { fileOfHandle } from '../../lib/kept-file.ts'

/** The interrupted uploads that this browser remembers. */
export const unfinished = new UnfinishedUploads(globalThis.indexedDB)
