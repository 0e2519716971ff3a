import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { trailOf } from '../../i18n/trail.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { filesUrl } from '../../lib/paths.ts'
import type { Hit } from '../../stores/search/hits.ts'
import { useSearch } from './useSearch.ts'

type Crumbs = ReturnType<typeof crumbsOf>

/** The path of folders as text. */
export const placeOf = ({ hidden, shown }: Crumbs): string => trailOf([...hidden, ...shown].map((crumb) => crumb.name))

export interface HitPathProps {
  hit: Hit
  /** Shown after the path if the row has no column for it. */
  size: string
}

/** The folders that contain a hit, each as a link. */
export function HitPath({ hit, size }: HitPathProps) {
  const search = useSearch()
  const { t } = useTexts()
  const crumbs = crumbsOf(hit.folder, t('listing.home'))
  const { hidden, shown } = crumbs
  return (
    <div className="path small faint">
      <span className="crumbs" title={placeOf(crumbs)}>
        {hidden.length === 0 ? null : <span>…</span>}
        {shown.map((crumb, index) => (
          <Fragment key={crumb.path}>
            {index === 0 && hidden.length === 0 ? null : (
              <span className="step" aria-hidden="true">
                ›
              </span>
            )}
            <Link
              className="cut"
              dir="auto"
              to={filesUrl(crumb.path, true)}
              tabIndex={-1}
              onClick={(event) => {
                event.stopPropagation()
                search.follow()
              }}
            >
              {crumb.name}
            </Link>
          </Fragment>
        ))}
      </span>
      {size === '' ? null : <span className="meta-size">· {size}</span>}
    </div>
  )
}
