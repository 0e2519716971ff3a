import { File, Folder } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { useDropTarget } from '../../rows/useDropTarget.ts'
import { favouritesOf, type PlaceRow } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** How many are shown in the sidebar. The screen shows all. */
const SHOWN_MAX = 12

/** The favourites in the sidebar. Items can be dropped on folders. */
export const FavouriteLinks = observer(function FavouriteLinks({ onLeave }: Pick<FavouriteLinkProps, 'onLeave'>) {
  const favourites = favouritesOf(useRoot())
  const { t } = useTexts()
  useEffect(() => void favourites.load(), [favourites])
  const there = favourites.sorted.filter(({ item }) => item !== null)
  if (there.length === 0) return null
  return (
    <ul className="favourite-links" aria-label={t('favourites.title')}>
      {there.slice(0, SHOWN_MAX).map((row) => (
        <li key={row.path}>
          <FavouriteLink row={row} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
})

interface FavouriteLinkProps {
  row: PlaceRow
  onLeave: (() => void) | undefined
}

const FavouriteLink = observer(function FavouriteLink({ row: { path, name, isDir }, onLeave }: FavouriteLinkProps) {
  const navigate = useNavigate()
  const url = itemUrl({ path, isDir })
  const { isOver, handlers } = useDropTarget(isDir ? path : null, () => void navigate(url))
  const Icon = isDir ? Folder : File
  return (
    <Link className={`item ${isOver ? 'is-drop' : ''}`} to={url} title={path} onClick={onLeave} {...handlers}>
      <Icon className="icon sm" aria-hidden="true" />
      <span className="cut" dir="auto">
        {name}
      </span>
    </Link>
  )
})
