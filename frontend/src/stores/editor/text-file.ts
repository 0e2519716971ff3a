// A text file between its bytes on the server and its lines in the editor.
import { Text } from '@codemirror/state'
import type { TextsApi } from '../../api/texts.ts'
import { decodeText, encodeText, type Lettering, PLAIN_LETTERING } from '../../lib/text-bytes.ts'
import { shapeOf, type TextShape } from '../../lib/text-shape.ts'

/** A text file as the server has it. `tag`: its ETag; `size` in bytes. */
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
  return { ...lettering, ...shapeOf(text), text: linesOf(text), tag, size: bytes.length }
}

/** A text in lines, however they end. */
export const linesOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/))

/** A text as its file is to hold it. Where the file's own letters do not suffice, in those that have all. */
export function bytesOf(text: Text, file: TextFile): { bytes: Uint8Array<ArrayBuffer>; lettering: Lettering } {
  const written = text.sliceString(0, text.length, file.ending)
  const { encoding, hasMark } = file
  const bytes = encodeText(written, { encoding, hasMark })
  return bytes === null
    ? { bytes: new TextEncoder().encode(written), lettering: PLAIN_LETTERING }
    : { bytes, lettering: { encoding, hasMark } }
}
