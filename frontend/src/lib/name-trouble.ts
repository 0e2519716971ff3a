// What is wrong with a name before the server is asked. The server decides in the end; this says it while typing.
import { SEGMENT_MAX_BYTES } from '../../../backend/contract/limits.ts'

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/

export type NameTrouble = 'slash' | 'dots' | 'long' | 'control' | 'taken'

/** What is wrong with a trimmed name, or null. An empty name is no trouble: there is just nothing to do yet. */
export function nameTrouble(name: string, isTaken: (name: string) => boolean): NameTrouble | null {
  if (name.includes('/')) return 'slash'
  if (name === '.' || name === '..') return 'dots'
  if (CONTROL.test(name)) return 'control'
  if (new TextEncoder().encode(name).length > SEGMENT_MAX_BYTES) return 'long'
  return isTaken(name) ? 'taken' : null
}
