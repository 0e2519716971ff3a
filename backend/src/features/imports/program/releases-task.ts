// Reads what an index lists in a child process, since it may be long, and made to do harm.
import type { Task } from '../../../lib/child/serve.ts'
import { latestOf, type Project, wheelsIn } from './releases.ts'

/** `version`: only this one; null for the latest. */
export interface ReleasesQuestion {
  project: Project
  version: string | null
}

/** The body is the index's answer; `input` is a `ReleasesQuestion`; the value has the releases. */
export const ytDlpReleases: Task = (input, body) => {
  const { project, version } = input as ReleasesQuestion
  const all = wheelsIn(JSON.parse(new TextDecoder().decode(body)), project)
  return { value: version === null ? latestOf(all) : all.filter((one) => one.version === version) }
}
