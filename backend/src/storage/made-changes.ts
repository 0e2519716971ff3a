// Which changes of files people have made through Nido, told as soon as readers see them.
import type { Author, Note, RestoreOptions, RunningOperation } from './operations/types.ts'
import { below, type Place } from './paths.ts'
import type { WriteOptions } from './writes.ts'

/** One file or tree that came, went or changed. */
export interface MadeChange {
  kind: 'added' | 'changed' | 'moved' | 'copied' | 'deleted' | 'restored'
  at: Place
  /** Where it was, or what it is a copy of. */
  from?: Place
  /** Null where nobody knows. A name is missing where a write says the number alone. */
  by: { userId: number; username?: string } | null
}

/** Called for each change. It must not throw. */
export type FollowMade = (change: MadeChange) => void

/** A write of a file, once it has taken effect. */
export function madeByWrite(
  at: Place,
  { putBy, replacing }: Pick<WriteOptions, 'putBy' | 'replacing'>,
  isReplaced: boolean,
): MadeChange {
  const by = replacing?.by ?? (putBy === undefined ? null : { userId: putBy })
  return { kind: isReplaced ? 'changed' : 'added', at, by }
}

/** Tells of changes when an operation has happened. One that is refused or undone is not told. */
export function tellingMade(
  running: RunningOperation,
  tell: FollowMade,
  changes: readonly MadeChange[],
): RunningOperation {
  running.committed.then(
    () => changes.forEach(tell),
    () => undefined,
  )
  return running
}

/** What comes back when a note, or some of its names, are restored. Of a large note only some of it is told. */
export function madeByRestore(note: Note, by: Author, options: RestoreOptions): MadeChange[] {
  const isOne = note.isFile || (note.kind === 'delete' && note.things === 1)
  const names = options.names ?? (isOne ? [''] : note.names)
  return names.map((name) => ({ kind: 'restored', at: below(note.at, name.replace(/\/$/, '')), by }))
}
