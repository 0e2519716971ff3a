// A client's wish, and the answer to it.
import type { Size } from './contents.ts'

/** How a transfer treats a name that is taken. */
export type Mode = 'plain' | 'override' | 'rename'
export type Conflict = 'fail' | 'rename' | 'override'

/** A wish. Paths are absolute, without a trailing slash. */
export type Wish =
  | { kind: 'post'; path: string; size: Size; isOverride: boolean }
  | { kind: 'put'; path: string; size: Size }
  | { kind: 'tus'; path: string; size: Size; isOverride: boolean; chunks: number }
  /** An upload without a length. Each of `sizes` is where a chunk ends. */
  | { kind: 'stream'; path: string; sizes: Size[]; isOverride: boolean; isDropped: boolean; looks: boolean[] }
  | { kind: 'folder'; path: string }
  | { kind: 'delete'; path: string }
  | { kind: 'rename' | 'copy'; path: string; to: string; mode: Mode }
  /** `note` is a note's id, or `?` and the number of the step in this round that deletes it. */
  | { kind: 'restore'; note: string; conflict: Conflict; names?: string[]; to?: string }
  | { kind: 'purge'; note: string }
  /** Restores the older version at this depth to the top. */
  | { kind: 'version'; path: string; depth: number }
  | { kind: 'look'; path: string }

export interface Step {
  id: number
  wish: Wish
  replica: number
  /** The client's name for the action; '' for none. */
  action: string
  /** Whether other steps belong to the same action. */
  isShared: boolean
  /** Whether the client hangs up before the answer. */
  isLost: boolean
}

/** What somebody saw at a path: a file's content, a folder's items (name to content, null for a folder), or nothing. */
export type Seen = { size: Size } | { items: Map<string, Size | null> } | null

export interface Answered {
  step: Step
  /** 0 if it is unknown. */
  status: number
  /** Milliseconds since the run started. `end` is Infinity without an answer. */
  start: number
  end: number
  /** The trash note that a delete returned, or that a restore or purge was about. */
  note?: string
  /** The content of a version, or how much of an upload without a length was acknowledged. */
  size?: Size
  /** The name of an upload whose start was acknowledged. */
  upload?: string
  /** Whether an upload without a length was dropped in the end. */
  isDropped?: boolean
  seen?: Seen
  /** What is wrong, whatever else happened. */
  trouble?: string
}

/** Whether a step's effect is unknown. 423 and 5xx can come after the effect. */
export const isUnknown = ({ status }: Pick<Answered, 'status'>): boolean =>
  status === 0 || status === 423 || status >= 500
export const isDone = ({ status }: Pick<Answered, 'status'>): boolean => status >= 200 && status < 300
export const isRefused = (answered: Pick<Answered, 'status'>): boolean => !isUnknown(answered) && !isDone(answered)

const WRITES = new Set<Wish['kind']>(['post', 'put', 'tus', 'stream', 'folder', 'version'])
/** Single writes, which have no record in the journal. */
export const isWrite = ({ kind }: Wish): boolean => WRITES.has(kind)

/** The paths that a wish itself names. */
export function pathsOf(wish: Wish): string[] {
  if (wish.kind === 'rename' || wish.kind === 'copy')
    return [wish.path, wish.mode === 'rename' ? wish.to.slice(0, wish.to.lastIndexOf('/')) : wish.to]
  if (wish.kind === 'restore') return wish.to === undefined ? [] : [wish.to]
  return 'path' in wish ? [wish.path] : []
}

export function describe({
  step: { id, wish, replica, action, isLost },
  status,
  start,
  end,
  note,
  size,
  seen,
  trouble,
}: Answered): string {
  const { kind, ...rest } = wish
  const words = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const told = [
    note && `note ${note}`,
    size !== undefined && `content ${size}`,
    seen !== undefined && `saw ${describeSeen(seen)}`,
    trouble,
  ].filter(Boolean)
  const time = `${start.toFixed(0)}–${end === Infinity ? '?' : end.toFixed(0)} ms`
  const how = `at ${replica}${action && ` action ${action}`}${isLost ? ', hangs up' : ''}`
  const what = told.length > 0 ? ` (${told.join(', ')})` : ''
  return `#${id} ${kind} ${words.join(' ')} ${how}: ${status || 'no answer'}${what} ${time}`
}

export function describeSeen(seen: Seen): string {
  if (seen === null) return 'nothing'
  return 'size' in seen
    ? `content ${seen.size}`
    : `[${[...seen.items].map(([name, size]) => (size === null ? `${name}/` : `${name}=${size}`)).join(' ')}]`
}
