// How much memory LZMA needs for what it has unpacked before.
import { damaged } from '../unpacking.ts'
import type { Coder } from './blocks.ts'

export const DICTIONARY_MIN = 4096
/** LZMA2's largest dictionary, by its property. */
const ENDLESS = 40
const LZMA_PROPERTIES = 5

/** Bytes of the dictionary of LZMA or LZMA2. @throws AppError `unsupportedMediaType` for properties that are none */
export function dictionaryOf({ method, properties, size }: Coder): number {
  const wanted = method === '21' ? ofLzma2(properties) : ofLzma(properties)
  // No match reaches back further than to the first byte, so small blocks need little memory.
  return Math.max(DICTIONARY_MIN, Math.min(wanted, size))
}

function ofLzma(properties: Buffer): number {
  if (properties.length < LZMA_PROPERTIES) throw damaged()
  return properties.readUInt32LE(1)
}

/** Two or three, shifted left (The .xz File Format, 5.3.1). */
function ofLzma2(properties: Buffer): number {
  const bits = properties[0] ?? Infinity
  if (bits > ENDLESS) throw damaged()
  return bits === ENDLESS ? Infinity : (2 | (bits & 1)) * 2 ** (11 + Math.floor(bits / 2))
}
