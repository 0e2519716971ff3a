import { FolderSymlink } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { filesUrl, itemUrl } from '../../lib/paths.ts'
import { spansOf } from '../../lib/query.ts'
import type { Hit } from '../../stores/search/find-hits.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useSearchMoves } from './useSearchMoves.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'

export interface HitRowProps {
  hit: Hit
  index: number
  /** Pixels below the first row. */
  top: number
  /** Whether Tab stops here. */
  isTabStop: boolean
}

/** A hit: its name opens it, and each part of its path opens that folder. */
export const HitRow = observer(function HitRow({ hit, index, top, isTabStop }: HitRowProps) {
  const { search } = useRoot()
  const { t } = useTexts()
  const { follow, showInFolder } = useSearchMoves()
  const { name, path, folder, isDir } = hit
  const kind = kindOfName(name, isDir)
  return (
    <div
      className="row hit-row"
      style={standingAt(top)}
      role="listitem"
      aria-setsize={search.hits.length}
      aria-posinset={index + 1}
    >
      <Thumb kind={kind} />
      <div className="main-cell">
        <Link
          className="names"
          to={itemUrl(hit)}
          tabIndex={isTabStop ? 0 : -1}
          data-index={index}
          aria-label={[name, t(`kind.${kind}`), placeOf(crumbsOf(folder, t('listing.home')))].join(', ')}
          onFocus={() => search.focus(path)}
          onClick={() => follow(hit)}
        >
          <FileName name={name} isDir={isDir} spans={spansOf(name, search.terms)} />
        </Link>
        <HitPath hit={hit} />
      </div>
      <IconButton
        isSmall
        icon={FolderSymlink}
        label={t('search.showInFolder', { name })}
        className="more"
        tabIndex={-1}
        onClick={() => showInFolder(hit)}
      />
    </div>
  )
})

const placeOf = ({ hidden, shown }: ReturnType<typeof crumbsOf>) =>
  [...hidden, ...shown].map((crumb) => crumb.name).join(' › ')

/** The folders that contain it. */
function HitPath({ hit }: { hit: Hit }) {
  const { t } = useTexts()
  const { follow } = useSearchMoves()
  const crumbs = crumbsOf(hit.folder, t('listing.home'))
  const { hidden, shown } = crumbs
  return (
    <div className="path small faint">
      {hidden.length === 0 ? null : <span title={placeOf(crumbs)}>…</span>}
      {shown.map((crumb, index) => (
        <Fragment key={crumb.path}>
          {index === 0 && hidden.length === 0 ? null : (
            <span className="step" aria-hidden="true">
              ›
            </span>
          )}
          <Link className="cut" dir="auto" to={filesUrl(crumb.path, true)} tabIndex={-1} onClick={() => follow(hit)}>
            {crumb.name}
          </Link>
        </Fragment>
      ))}
    </div>
  )
}
