// The journal's records as they stand in its document. Every reader and writer fetches them, and the embedded database
// takes a string apart letter by letter: a packed one is a fifth as long.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { JournalState } from './journal-state.ts'

type Records = Pick<JournalState, 'ops' | 'closed'>

/** Shorter ones stay as they are: there packing gains nothing. */
const PLAIN_MAX_BYTES = 1024

/**
 * The records as a text of ASCII letters, or as plain JSON where they are few. Takes some tenths of a millisecond for
 * 64 KB.
 */
export function packBody({ ops, closed }: Records): string {
  const text = JSON.stringify({ ops, closed })
  return text.length <= PLAIN_MAX_BYTES ? text : deflateRawSync(text, { level: 1 }).toString('base64')
}

/**
 * The records of a text that `packBody` made.
 * @throws Error when it is another text
 */
export function unpackBody(body: string): Records {
  // base64 knows no brace
  return JSON.parse(body.startsWith('{') ? body : inflateRawSync(Buffer.from(body, 'base64')).toString()) as Records
}
