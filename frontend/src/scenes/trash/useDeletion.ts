import type { TrashNote } from '../../../../backend/contract/trash.ts'
import { trailOf } from '../../i18n/trail.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf, parentOf, segmentsOf } from '../../lib/paths.ts'
import { isHolder } from '../../stores/trash/rows.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** An action of the trash in words: what, who and when, its old place, and how long it can be restored. */
export function useDeletion() {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  return {
    /** The name of one item, or of the first of several. */
    what: ({ names: [name = ''], path, things }: TrashNote) =>
      things > 1 ? t('work.several', { name, count: things - 1 }) : name || nameOf(path),
    by: ({ kind, who, when }: TrashNote) => {
      const key = who === session.user?.username ? (`trash.${kind}dByYou` as const) : (`trash.${kind}dBy` as const)
      return t(key, { who, when: format.date(when) })
    },
    /** In a list of mostly one's own actions, only other people are named. */
    shortly: ({ kind, who, when }: TrashNote) =>
      who === session.user?.username ? format.date(when) : t(`trash.${kind}dBy`, { who, when: format.date(when) }),
    place: (note: TrashNote) =>
      trailOf([t('listing.home'), ...segmentsOf(isHolder(note) ? note.path : parentOf(note.path))]),
    until: ({ expires }: TrashNote) => format.until(expires),
    fate: ({ expires }: TrashNote) => t('trash.expiresWhen', { when: format.until(expires) }),
    size: format.size,
  }
}
