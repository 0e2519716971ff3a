import { Link2, Star } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'

/** Marks the favourites of the person, and what they have shared by a link. */
export const Marks = observer(function Marks({ path }: { path: string }) {
  const { shares, views } = useRoot()
  const { t } = useTexts()
  return (
    <>
      {views.starred.has(path) ? (
        <span title={t('favourites.mark')}>
          <Star className="icon sm star" aria-hidden="true" />
        </span>
      ) : null}
      {shares.ownByPath.has(path) ? (
        <span title={t('share.isShared')}>
          <Link2 className="icon sm" aria-hidden="true" />
        </span>
      ) : null}
    </>
  )
})

/** The same in words, for screen readers. Call it inside an observer. */
export function useMarkWords(): (path: string) => string[] {
  const { shares, views } = useRoot()
  const { t } = useTexts()
  return (path) => [
    ...(views.starred.has(path) ? [t('favourites.mark')] : []),
    ...(shares.ownByPath.has(path) ? [t('share.isShared')] : []),
  ]
}
