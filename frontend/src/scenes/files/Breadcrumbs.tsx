import { observer } from 'mobx-react-lite'
import { Link, useNavigate } from 'react-router-dom'
import { Menu } from '../../components/Menu.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { type Crumb, crumbsOf } from '../../lib/crumbs.ts'
import { filesUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useDropTarget } from '../../rows/useDropTarget.ts'

/** The path as the title. Ancestors are links that accept drops, the last entry is the heading. */
export const Breadcrumbs = observer(function Breadcrumbs() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const navigate = useNavigate()
  const { hidden, shown } = crumbsOf(listing.folder, t('listing.home'))
  return (
    <nav aria-label={t('listing.path')}>
      <ol className="breadcrumb">
        {hidden.length === 0 ? null : (
          <li>
            <Menu
              groups={[
                hidden.map(({ name, path }) => ({
                  id: path,
                  label: name,
                  run: () => void navigate(filesUrl(path, true)),
                })),
              ]}
              trigger={
                <button type="button" className="earlier" aria-label={t('listing.earlier')}>
                  …
                </button>
              }
            />
          </li>
        )}
        {shown.map((crumb, index) => (
          <li key={crumb.path}>
            {index === shown.length - 1 ? <h1 dir="auto">{crumb.name}</h1> : <Ancestor {...crumb} />}
          </li>
        ))}
      </ol>
    </nav>
  )
})

const Ancestor = observer(function Ancestor({ name, path }: Crumb) {
  const navigate = useNavigate()
  const url = filesUrl(path, true)
  const { isOver, handlers } = useDropTarget(path, () => void navigate(url))
  return (
    <Link to={url} className={isOver ? 'is-drop' : ''} {...handlers}>
      <span dir="auto">{name}</span>
    </Link>
  )
})
