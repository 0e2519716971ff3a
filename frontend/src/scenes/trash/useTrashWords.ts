import { useTexts } from '../../i18n/useTexts.ts'
import type { Kind } from '../../lib/kinds.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { isHolder, type TrashRow } from '../../stores/trash/rows.ts'
import { useDeletion } from './useDeletion.ts'

/** The texts of a row of the trash. A text is '' if there is nothing to say. */
export interface TrashWords {
  name: string
  kind: Kind
  /** Whether it is an older version of a file that was replaced. */
  isOlder: boolean
  /** How many items it contains. */
  count: string
  size: string
  /** Its old place, and who deleted it when. */
  story: readonly string[]
  /** When it will be purged. */
  until: string
  /** All of it, for screen readers. */
  spoken: string
}

/** The texts of a row. Call it inside an observer. */
export function useTrashWords(row: TrashRow): TrashWords {
  const { t } = useTexts()
  const deletion = useDeletion()
  const { isDir, note } = row
  const isAction = row.below === ''
  const isSeveral = isAction && isHolder(note)
  const isOlder = note.kind === 'replace'
  const isPending = isAction && note.pending
  const name = isAction ? deletion.what(note) : row.name
  const kind = kindOfName(row.name, isDir && !isSeveral)
  const count = isDir && isAction && !isPending ? t('trash.items', { count: isSeveral ? note.things : note.count }) : ''
  const size = isPending ? '' : deletion.size(row.size)
  const story = isAction ? [deletion.place(note), isPending ? t('trash.pending') : deletion.shortly(note)] : []
  const fate = isAction ? deletion.fate(note) : ''
  const spoken = [name, isOlder ? t('trash.olderVersion') : t(`kind.${kind}`), count, size, ...story, fate]
  return {
    name,
    kind,
    isOlder,
    count,
    size,
    story,
    until: isAction ? deletion.until(note) : '',
    spoken: spoken.filter((part) => part !== '').join(', '),
  }
}
