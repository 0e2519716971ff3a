import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Tells screen readers which folder is shown, and how much is selected. */
export function ArchiveAnnouncer() {
  const root = useRoot()
  const { ui } = root
  const archive = archiveOf(root)
  const { t } = useTexts()
  useEffect(() => {
    const stops = [
      reaction(
        () => (archive.state === 'ready' ? `${archive.path} ${archive.folder}` : null),
        (place) => {
          if (place === null) return
          const folder = nameOf(archive.folder || (archive.path ?? ''))
          ui.announce(t('listing.opened', { folder, count: archive.sorted.length }))
        },
        { fireImmediately: true },
      ),
      reaction(
        () => archive.selection.count,
        (count) => ui.announce(count === 0 ? '' : t('listing.selected', { count })),
        { delay: 400 },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }, [archive, ui, t])
  return null
}
