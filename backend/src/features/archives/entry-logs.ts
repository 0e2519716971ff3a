// The entries of an archive in several logs, one for each thing or folder of it, so that one of them can begin anew.
import { type ArchiveEntry, EntryLog } from './entry-log.ts'

export interface EntryLogs {
  /** Begins another log. What it holds comes after all before it. */
  begin(): EntryLog
  /** Forgets a log and all that is in it. */
  drop(log: EntryLog): Promise<void>
  /**
   * Adds an entry to a log. A folder without a time, since nothing but the keys in it implies it, gets that of what
   * comes next, mostly the first file in it: the same archive at each call.
   */
  add(log: EntryLog, entry: Omit<ArchiveEntry, 'modified'> & { modified: Date | null }): Promise<void>
  /** Gives a time to the folders that still have none. */
  date(modified: Date): Promise<void>
  entries(): AsyncGenerator<ArchiveEntry>
  close(): Promise<void>
}

/** @param folder where long lists go */
export function createEntryLogs(folder: string): EntryLogs {
  const logs = new Set<EntryLog>()
  let timeless: { log: EntryLog; name: string }[] = []

  async function date(modified: Date): Promise<void> {
    for (const { log, name } of timeless) await log.add({ name, modified, file: null })
    timeless = []
  }

  return {
    begin() {
      const log = new EntryLog(folder)
      logs.add(log)
      return log
    },

    async drop(log) {
      timeless = timeless.filter((one) => one.log !== log)
      logs.delete(log)
      await log.close()
    },

    async add(log, { name, modified, file }) {
      if (modified === null) return void timeless.push({ log, name })
      await date(modified)
      await log.add({ name, modified, file })
    },

    date,

    async *entries() {
      for (const log of logs) yield* log.entries()
    },

    async close() {
      await Promise.all([...logs].map((log) => log.close()))
    },
  }
}
