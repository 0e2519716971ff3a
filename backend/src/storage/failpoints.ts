// Places where a test may hold whoever comes by, to play the races of tests/model as they would be worst
// (tests/faults/replay.test.ts).
export type Point =
  | 'reader.looks'
  | 'writer.checked'
  | 'copy.checked'
  | 'copy.registered'
  | 'copy.version'
  | 'copy.done'
  | 'alias.committed'
  | 'alias.copied'
  | 'alias.settles'
  | 'move.committed'
  | 'move.half'
  | 'move.removed'
  | 'delete.noted'
  | 'delete.begins'
  | 'delete.half'
  | 'delete.markers'
  | 'delete.laid'
  | 'restore.batch'
  | 'restore.version'
  | 'purge.asked'
  | 'purge.batch'
  | 'erase.found'
  | 'writer.clears'
  | 'writer.settles'
  | 'writer.follows'
  | 'folder.checked'
  | 'folder.settles'
  | 'replace.noted'

export interface Failpoints {
  /** Waits while a test holds this point. `about` is the path or key that whoever comes by works on. */
  at(point: Point, about: string): Promise<void>
}

/** Nobody is ever held. */
export const NO_FAILPOINTS: Failpoints = { at: async () => undefined }
