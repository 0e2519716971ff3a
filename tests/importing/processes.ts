// The processes that a process has started.
import { readFileSync, readdirSync } from 'node:fs'

/** Ids of the running processes with a parent, and with a word in their command line (proc(5)). */
export function childrenOf(parent: number, word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, after = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        return Number(after) === parent && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word)
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
    .map(Number)
}
