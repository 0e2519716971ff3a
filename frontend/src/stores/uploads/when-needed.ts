// Code that uploads need once something is added, or was left unfinished. It is fetched then, or earlier in idle time.
export { findConflicts, planUpload } from './plan.ts'
export { jobsOfPlan, recordOf } from './jobs-of-plan.ts'
export { findLeftovers, jobOfLeftover } from './leftovers.ts'
export { askAboutTaken } from './taken.ts'
