// The processes that a process has started.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

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

/** The TCP ports at which a process listens. */
export function portsOf(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        // It was closed meanwhile.
        return []
      }
    }),
  )
  const lines = ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, 'latin1').split('\n').slice(1),
  )
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === LISTENING && sockets.has(inode) ? Number.parseInt(local.split(':')[1] ?? '', 16) : []
  })
}

const LISTENING = '0A'
