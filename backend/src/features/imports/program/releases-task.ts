// Reads what an index lists in a child process, since it may be long, and made to do harm.
import type { Task } from '../../../lib/child/serve.ts'
import { releasesIn } from './releases.ts'

/** The body is the index's answer; the value has the releases. */
export const ytDlpReleases: Task = (_input, body) => ({ value: releasesIn(JSON.parse(new TextDecoder().decode(body))) })
