// Unpacks a block of a 7z as a stream, coder by coder.
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { RANGE_MAX_BYTES } from '../../../../lib/child/serve.ts'
import type { ChildFile } from '../cursor.ts'
import { damaged } from '../unpacking.ts'
import type { Block, Coder } from './blocks.ts'
import { dictionaryOf } from './dictionary.ts'

type Bytes = AsyncIterable<Uint8Array>
/** Unpacks a stream. What it returns may be longer than the coder's size; then it is cut. */
type Stage = (packed: Bytes, coder: Coder) => Bytes

/** Why a block cannot be unpacked. `library`: only libarchive knows its method. */
export type BlockTrouble = 'encrypted' | 'method' | 'library'

/** The child may use 256 MiB altogether. */
const DICTIONARY_MAX = 128 * 1024 * 1024
const LZMA_METHODS: readonly string[] = ['21', '030101']
const ENCRYPTION = '06f10701'
/** PPMd, and the filter of programs that has four inputs. */
const LIBRARY_METHODS: readonly string[] = ['030401', '0303011b']

/** The methods, by their ids (Methods.txt of 7-Zip's sources). Filters of programs have a long id and a short one. */
const STAGES: Readonly<Record<string, Stage>> = {
  '00': (packed) => packed,
  '21': viaLzma('unpackLzma2'),
  '030101': viaLzma('unpackLzma'),
  '03': viaLzma('unfilterDelta'),
  '040108': (packed) => pipeline(Readable.from(packed, { objectMode: false }), createInflateRaw(), () => undefined),
  '040202': unpackByBlocks,
  ...filters('LZMA_FILTER_X86', '04', '03030103'),
  ...filters('LZMA_FILTER_POWERPC', '05', '03030205'),
  ...filters('LZMA_FILTER_IA64', '06', '03030401'),
  ...filters('LZMA_FILTER_ARM', '07', '03030501'),
  ...filters('LZMA_FILTER_ARMTHUMB', '08', '03030701'),
  ...filters('LZMA_FILTER_SPARC', '09', '03030805'),
}

// Imported on demand, because it is native code that the other formats do not need.
function viaLzma(name: 'unpackLzma' | 'unpackLzma2' | 'unfilterDelta'): Stage {
  return async function* unpack(packed, coder) {
    yield* (await import('./lzma.ts'))[name](packed, coder)
  }
}

function filters(name: string, ...ids: readonly string[]): Record<string, Stage> {
  const unfilter: Stage = async function* unfilter(packed) {
    yield* (await import('./lzma.ts')).unfilter(packed, { id: name })
  }
  return Object.fromEntries(ids.map((id) => [id, unfilter]))
}

async function* unpackByBlocks(packed: Bytes): AsyncGenerator<Uint8Array> {
  const { unpackBzip2 } = await import('../bzip2-blocks.ts')
  yield* unpackBzip2(packed)
}

export function troubleWith({ coders, isChain }: Block): BlockTrouble | null {
  const methods = coders.map(({ method }) => method)
  if (methods.includes(ENCRYPTION)) return 'encrypted'
  if (!methods.every((method) => Object.hasOwn(STAGES, method) || LIBRARY_METHODS.includes(method))) return 'method'
  if (coders.some((coder) => LZMA_METHODS.includes(coder.method) && dictionaryOf(coder) > DICTIONARY_MAX))
    return 'method'
  return isChain && !methods.some((method) => LIBRARY_METHODS.includes(method)) ? null : 'library'
}

/** The bytes of a block without trouble. @throws AppError `unsupportedMediaType` if there are fewer than it says */
export function unpackBlock(file: ChildFile, { coders, start, packed }: Block): AsyncGenerator<Uint8Array> {
  let bytes: AsyncGenerator<Uint8Array> = packedBytes(file, { start, packed })
  for (const coder of coders) {
    const stage = STAGES[coder.method]
    if (!stage) throw damaged()
    bytes = exactly(stage(bytes, coder), coder.size)
  }
  return bytes
}

async function* packedBytes(
  { size, parent }: ChildFile,
  { start, packed }: { start: number; packed: number },
): AsyncGenerator<Uint8Array> {
  if (start + packed > size) throw damaged()
  for (let at = 0; at < packed; at += RANGE_MAX_BYTES)
    yield await parent.read(start + at, Math.min(RANGE_MAX_BYTES, packed - at))
}

async function* exactly(bytes: Bytes, size: number): AsyncGenerator<Uint8Array> {
  let left = size
  if (left === 0) return
  for await (const piece of bytes) {
    const part = piece.subarray(0, left)
    left -= part.length
    if (part.length > 0) yield part
    if (left === 0) return
  }
  throw damaged()
}
