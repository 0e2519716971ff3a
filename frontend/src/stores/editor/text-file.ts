// Converts a text file between its bytes on the server and its lines in the editor.
import { Text } from '@codemirror/state'
import type { TextsApi } from '../../api/texts.ts'
import { decodeText, encodeText, type Lettering, PLAIN_LETTERING } from '../../lib/text-bytes.ts'
import { textShapeOf, type TextShape } from '../../lib/text-shape.ts'

/** A text file on the server. `tag`: its ETag; `size` in bytes. */
export interface TextFile extends Lettering, TextShape {
  text: Text
  tag: string
  size: number
}

/** Reads a text file. @throws ApiError */
export async function readText(api: TextsApi, path: string, signal?: AbortSignal): Promise<TextFile | 'binary'> {
  const { bytes, tag } = await api.read(path, signal)
  const decoded = decodeText(bytes)
  if (decoded === null) return 'binary'
  const { text, ...lettering } = decoded
  return { ...lettering, ...textShapeOf(text), text: linesOf(text), tag, size: bytes.length }
}

/** A text in lines, with any line ends. */
export const linesOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/))

/** The bytes to store for a text. If the file's encoding lacks some of its characters, UTF-8 is used. */
export function bytesOf(text: Text, file: TextFile): { bytes: Uint8Array<ArrayBuffer>; lettering: Lettering } {
  const written = text.sliceString(0, text.length, file.ending)
  const { encoding, hasMark } = file
  const bytes = encodeText(written, { encoding, hasMark })
  return bytes === null
    ? { bytes: new TextEncoder().encode(written), lettering: PLAIN_LETTERING }
    : { bytes, lettering: { encoding, hasMark } }
}
