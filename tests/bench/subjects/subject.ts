// What is measured side by side: Nido, MinIO by a plain client, and other servers. Each does what it can of the same
// work, so rows are written once.

/** A body in pieces, so that a large one needs no memory of its own. */
export type Body = Buffer | readonly Buffer[]

/** Paths have no slash at the start, and no character that a URL would have to encode. */
export interface Subject {
  readonly name: string
  /** Its own processes, without those of servers that it uses. */
  pids(): readonly number[]
  put(path: string, body: Body): Promise<unknown>
  get(path: string, headers?: Record<string, string>): Promise<unknown>
  list?(folder: string): Promise<unknown>
  /** Uploads chunk by chunk. */
  putInChunks?(path: string, chunks: readonly Body[]): Promise<unknown>
  replace?(path: string, body: Body): Promise<unknown>
  /** The information of a file or a folder. */
  info?(path: string): Promise<unknown>
  /** What a download would say of itself. */
  head?(path: string): Promise<unknown>
  /** How much is in a folder, at any depth. */
  usage?(folder: string): Promise<unknown>
  search?(folder: string, words: string): Promise<unknown>
  rename?(from: string, to: string): Promise<unknown>
  copy?(from: string, to: string): Promise<unknown>
  remove?(path: string): Promise<unknown>
  /** Brings back what was deleted last. */
  restore?(): Promise<unknown>
  /** Waits until a folder, '' for the top one, has something of this name in its list. */
  seen?(folder: string, name: string): Promise<void>
  zip?(folder: string): Promise<unknown>
  /** The SHA-256 of a file, or another hash that nobody has computed yet. */
  hash?(path: string, algorithm?: string): Promise<unknown>
  /** A picture of 256 pixels; `cold`: the first time. */
  thumb?(path: string, isCold: boolean): Promise<unknown>
  /** What takes space in a folder. */
  map?(folder: string): Promise<unknown>
  roms?(): Promise<unknown>
  /** Puts small files there as cheaply as possible, and waits until all of them are known. */
  fill(paths: readonly string[]): Promise<void>
  /** Waits until as many files of a folder are known as there are. */
  known?(folder: string, count: number): Promise<void>
  /** Waits until the list of a folder stays the same by itself. */
  unchanging?(folder: string): Promise<void>
  /** Waits until everything that was started has ended. */
  settle?(): Promise<void>
  /** Turns back what was started, as far as that is possible. */
  callOff?(): Promise<void>
  /** How many requests S3 has had of it so far, and commands the database. */
  asked?(): Promise<{ s3: number; database: number }>
}

/** A subject that has to be stopped. */
export interface Peer extends Subject {
  stop(): Promise<void>
}

export type Verb = Exclude<keyof Subject, 'name'>

/** How long is waited for what a server does with many files. */
export const PATIENCE_MS = 40 * 60_000
export const SMALL_TEXT = 'a small file'
const UNIT = 'file-'

/** A name in a folder of many. */
export const nameOf = (index: number): string => `${UNIT}${String(index).padStart(7, '0')}.txt`

export const namesIn = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/${nameOf(index)}`)

/** Files in folders of a hundred albums, as a household has them. */
export const scatteredIn = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/album-${index % 100}/part-${index % 7}/${nameOf(index)}`)
