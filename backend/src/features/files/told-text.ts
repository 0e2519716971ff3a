// What is told of files that are text.
import { can } from '../../../contract/rights.ts'
import type { FileType } from '../../../contract/resources.ts'
import { nameOf, type UserPath } from '../../storage/paths.ts'
import type { ByteRange } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { fileTypeOf } from './file-type.ts'

/** Whether a file's text is told with it. A link's guests ask for the file itself. */
export const hasText = (actor: Actor, { type, size }: { type: FileType; size: number }): boolean =>
  type.startsWith('text') && can(actor, 'download') && actor.kind !== 'link' && size > 0

/** Which bytes of a file of some size are told with it, as far as its name says; null for none. */
export const textNext =
  (actor: Actor, path: UserPath, { checksum }: { checksum: string | undefined }) =>
  (size: number): ByteRange | null => {
    const type = fileTypeOf({ name: nameOf(path), size, sniffed: null })
    return checksum === undefined && hasText(actor, { type, size }) ? { start: 0, end: size - 1 } : null
  }

/** A single text file that the person may not change is marked as such. */
export function typeFor(actor: Actor, known: { name: string; size: number; sniffed: string | null }): FileType {
  const type = fileTypeOf(known)
  return type === 'text' && !can(actor, 'modify') && actor.kind === 'person' ? 'textImmutable' : type
}
