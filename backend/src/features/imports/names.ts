// Names that others have given to files, made into names that are safe to store and to show.
import { SEGMENT_MAX_BYTES } from '../../../contract/limits.ts'

// Control characters, and those that turn the direction of text around: `\u202eexe.jpg` reads as `gpj.exe`.
// eslint-disable-next-line no-control-regex -- control characters are what it removes
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const SLASHES = /[/\\]/g
/** What MinIO makes of folders (`checkNewPath` of the storage refuses such names). */
const RESERVED = /__XLDIR__$/

const encoder = new TextEncoder()

/**
 * One segment of a path, at most `most` bytes long; '' where nothing of the name can be kept. A name that is too long
 * keeps its ending.
 */
export function cleanName(raw: string, most = SEGMENT_MAX_BYTES): string {
  const name = raw.toWellFormed().replace(UNSEEN, '').replace(SLASHES, '_').trim()
  if (name === '' || name === '.') return ''
  if (name === '..') return '_'
  return cutName(name.replace(RESERVED, '$&_'), most)
}

/** Cuts a name to so many bytes, before its ending. */
function cutName(name: string, most: number): string {
  if (encoder.encode(name).length <= most) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= ENDING_MAX ? name.slice(dot) : ''
  return firstBytes(name.slice(0, name.length - ending.length), most - encoder.encode(ending).length).trim() + ending
}

const ENDING_MAX = 16

/** The longest beginning of a text that fits in this many bytes of UTF-8, in whole characters. */
function firstBytes(text: string, bytes: number): string {
  const part = text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)
  return part.isWellFormed() ? part : part.slice(0, -1)
}
