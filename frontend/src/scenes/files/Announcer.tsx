import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { favouritesOf } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Tells a screen reader which folder was opened, how it is sorted, and how much is selected. The rows tell their marks
 * themselves, once the favourites are known.
 */
export function Announcer() {
  const root = useRoot()
  const { listing, selection, ui, views } = root
  const { t } = useTexts()
  useEffect(() => void favouritesOf(root).know(), [root])
  useEffect(() => {
    const home = t('listing.home')
    const stops = [
      reaction(
        () => (listing.state === 'ready' ? listing.folder : null),
        (folder) => {
          if (folder !== null)
            ui.announce(t('listing.opened', { folder: nameOf(folder) || home, count: listing.items.length }))
        },
        { fireImmediately: true },
      ),
      reaction(
        () => listing.sorting,
        ({ by }) => listing.state === 'ready' && ui.announce(t('listing.sorted', { by: t(`listing.${by}`) })),
      ),
      reaction(
        () => views.mode,
        (mode) => listing.state === 'ready' && ui.announce(t('listing.view', { view: t(`listing.views.${mode}`) })),
      ),
      reaction(
        () => selection.count,
        (count) => ui.announce(count === 0 ? '' : t('listing.selected', { count })),
        { delay: 400 },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }, [listing, selection, ui, views, t])
  return null
}
