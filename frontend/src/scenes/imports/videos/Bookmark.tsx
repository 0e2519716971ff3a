import { Bookmark as BookmarkIcon } from 'lucide-react'
import { useTexts } from '../../../i18n/useTexts.ts'
import { bookmarkOf } from '../../../lib/bookmark.ts'
import { useRoot } from '../../../stores/useRoot.ts'

/** A link to drag among the bookmarks of the browser. It brings other pages to this one. */
export function Bookmark() {
  const { settings } = useRoot()
  const { t } = useTexts()
  // React leaves out addresses that are scripts. It is dragged, and does nothing here: the page's policy forbids it.
  const prepare = (link: HTMLAnchorElement | null) => {
    link?.setAttribute('href', bookmarkOf(location.origin + settings.BaseURL))
    link?.addEventListener('click', (event) => event.preventDefault())
  }
  return (
    <p className="bookmark small muted">
      {t('imports.bookmarkLead')}
      {/* eslint-disable-next-line jsx-a11y/anchor-is-valid */}
      <a ref={prepare} className="button small">
        <BookmarkIcon className="icon" aria-hidden="true" />
        <span className="label">{t('imports.bookmark', { name: settings.Name })}</span>
      </a>
    </p>
  )
}
