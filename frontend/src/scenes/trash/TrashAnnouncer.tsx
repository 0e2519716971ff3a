import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { trashOf } from '../../stores/TrashStore.ts'

/** Tells a screen reader which place of the trash was opened, and how much is selected. */
export function TrashAnnouncer() {
  const root = useRoot()
  const { ui } = root
  const trash = trashOf(root)
  const { t } = useTexts()
  useEffect(() => {
    const stops = [
      reaction(
        () => (trash.state === 'ready' ? `${trash.id} ${trash.below}` : null),
        (place) => {
          if (place === null) return
          const count = trash.sorted.length
          const folder = nameOf(trash.below === '/' ? (trash.note?.names[0] ?? '') : trash.below)
          ui.announce(trash.id === null ? t('trash.openedList', { count }) : t('listing.opened', { folder, count }))
        },
        { fireImmediately: true },
      ),
      reaction(
        () => trash.selection.count,
        (count) => ui.announce(count === 0 ? '' : t('listing.selected', { count })),
        { delay: 400 },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }, [trash, ui, t])
  return null
}
