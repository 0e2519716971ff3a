// The tasks of child processes that open archives.
import type { OpenableFormat } from '../../../../contract/archives.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Parent, Task } from '../../../lib/child/serve.ts'
import { type ChildFile, createFileCursor, createStreamCursor } from './cursor.ts'
import { EntryList } from './entry-list.ts'
import type { LeftOut } from './entry.ts'
import { listTar } from './tar-entries.ts'
import { damaged, isPackedTar, unpackTar } from './unpacking.ts'

export interface ListOrder {
  format: OpenableFormat
  /** Bytes of the archive. */
  size: number
}

/** The body of the answer has the lines of the entries. */
export interface ListAnswer {
  leftOut: LeftOut
  /** Whether even the names are encrypted. */
  isEncrypted: boolean
}

/** A range of the unpacked tar, or of all files of a 7z one after another. */
export interface UnpackOrder extends ListOrder {
  start: number
  length: number
}

const GIVEN_BYTES = 256 * 1024

/** Lists an archive. @throws AppError `unsupportedMediaType` for a broken one, `tooLarge` */
export const archiveEntries: Task = async (input, _body, parent) => {
  const { format, size } = input as ListOrder
  const list = new EntryList(size)
  const isEncrypted = await explaining(() => listArchive(format, { size, parent: parent }, list))
  const { leftOut, lines } = list.end()
  return { value: { leftOut, isEncrypted } satisfies ListAnswer, body: lines }
}

async function listArchive(format: OpenableFormat, file: ChildFile, list: EntryList): Promise<boolean> {
  if (format === 'zip') await (await import('./zip-entries.ts')).listZip(file, list)
  else if (format === 'tar') await listTar(createFileCursor(file), list)
  else if (isPackedTar(format)) await listTar(createStreamCursor(unpackTar(format, file)), list)
  else return (await (await import('./seven-zip/index.ts')).listSevenZip(file, list)).isEncrypted
  return false
}

/**
 * Unpacks an archive and sends it in pieces.
 * @throws AppError `unsupportedMediaType`, `tooLarge`
 */
export const archiveBytes: Task = async (input, _body, parent) => {
  const { format, size, start, length } = input as UnpackOrder
  await explaining(() => giveRange({ format, file: { size, parent } }, { start, length }))
  return {}
}

async function giveRange(
  { format, file }: { format: OpenableFormat; file: ChildFile & { parent: Parent } },
  { start, length }: { start: number; length: number },
): Promise<void> {
  const isTar = isPackedTar(format)
  const from = isTar ? 0 : start
  const bytes = createStreamCursor(
    isTar ? unpackTar(format, file) : (await import('./seven-zip/index.ts')).readSevenZip(file, start),
  )
  if (!(await bytes.skip(start - from))) throw damaged()
  for (let left = length; left > 0;) {
    const piece = await bytes.read(Math.min(left, GIVEN_BYTES))
    if (piece.length === 0) throw damaged()
    left -= piece.length
    await file.parent.give(piece)
  }
}

/** Turns errors of the libraries, which mean nothing to a person, into our own. */
async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}
