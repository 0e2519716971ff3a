// Checks whether a glTF model (Khronos glTF 2.0) can be shown, before the viewer reads it: the viewer would fetch every
// address in the model, and reports all errors alike.

/**
 * `broken`: not a model; `parts`: its shapes or pictures are in other files; `decoder`: it needs a decoder in
 * WebAssembly, which the page's policy forbids.
 */
export type ModelFault = 'broken' | 'parts' | 'decoder'

/** "glTF" and "JSON", as little-endian numbers. */
const [MAGIC, JSON_CHUNK] = [0x46546c67, 0x4e4f534a]
const HEAD_BYTES = 20
const DECODERS = ['KHR_texture_basisu', 'EXT_meshopt_compression', 'KHR_meshopt_compression']

/** Null for a model that can be shown. */
export function faultOf(bytes: Uint8Array): ModelFault | null {
  const told = readJson(bytes)
  if (!isRecord(told) || !isRecord(told['asset']) || !String(told['asset']['version']).startsWith('2')) return 'broken'
  const extensions = listOf(told['extensionsUsed'])
  if (extensions.some((name) => DECODERS.includes(String(name)))) return 'decoder'
  const parts = [...listOf(told['buffers']), ...listOf(told['images'])]
  return parts.some((part) => isRecord(part) && isElsewhere(part['uri'])) ? 'parts' : null
}

/** The JSON part: the whole file, or the first chunk of a binary file (glTF 2.0, "GLB File Format"). */
function readJson(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isBinary = bytes.length >= HEAD_BYTES && view.getUint32(0, true) === MAGIC
  if (isBinary && view.getUint32(16, true) !== JSON_CHUNK) return null
  const text = isBinary ? bytes.subarray(HEAD_BYTES, HEAD_BYTES + view.getUint32(12, true)) : bytes
  try {
    return JSON.parse(new TextDecoder().decode(text))
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isElsewhere = (uri: unknown): boolean => typeof uri === 'string' && !/^data:/i.test(uri)
