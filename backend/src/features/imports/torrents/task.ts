// Runs in a child process, because torrent files are not to be trusted.
import type { Task } from '../../../lib/child/serve.ts'
import { JobFailed } from '../../../jobs/types.ts'
import { readMetainfo } from './metainfo.ts'

/** What is in a torrent file, as JSON in the body; or why it is refused. */
export const torrents: Task = (_input, body) => {
  try {
    return { body: Buffer.from(JSON.stringify(readMetainfo(body).metainfo)) }
  } catch (error) {
    if (error instanceof JobFailed) return { value: { code: error.code, detail: error.detail } }
    throw error
  }
}
