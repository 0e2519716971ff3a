import { Link2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { FileName } from '../../components/FileName.tsx'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { kindOf } from '../../lib/kinds.ts'
import { spansOf } from '../../lib/query.ts'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'
import type { Hit } from '../../stores/search/hits.ts'
import { keyOfHit } from '../../stores/search/place.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from '../files/ItemThumb.tsx'
import { HitPath, placeOf } from './HitPath.tsx'
import { useSearchMoves } from './useSearchMoves.ts'
import { useSearch } from './useSearch.ts'

export interface HitRowProps extends GridRowProps {
  hit: Hit
  format: ReturnType<typeof useFormat>
}

/** Something that was found: a row as in a folder, with the words marked and the way to it. */
export const HitRow = observer(function HitRow({ hit, index, top, format, isTabStop, onMenu }: HitRowProps) {
  const { clipboard } = useRoot()
  const search = useSearch()
  const { selection } = search
  const { t } = useTexts()
  const { open } = useSearchMoves()
  const { name, path, isDir } = hit
  const key = keyOfHit(path, isDir)
  const isSelected = selection.has(key)
  const pointer = useRowPointer({ key, selection, onOpen: () => open(hit), onMenu })
  const spoken = useSpoken(hit, format)
  return (
    <div
      role="row"
      className={`row ${clipboard.isCut(path) ? 'is-cut' : ''}`}
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-label={spoken}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && selection.focus(key)}
      {...pointer.handlers}
    >
      <SelectCell
        label={t('listing.select', { name })}
        isSelected={isSelected}
        onPick={(isRange) => selection.pick(key, { add: true, range: isRange })}
      />
      <Cells hit={hit} format={format} />
      <span role="gridcell" className="cell">
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})

type Format = HitRowProps['format']

const sizeOf = ({ isDir, size }: Hit, format: Format) => (isDir ? '' : format.size(size))

/** A row in words, for those who do not see it. */
function useSpoken(hit: Hit, format: Format): string {
  const { clipboard, shares } = useRoot()
  const { t } = useTexts()
  const { name, path, folder } = hit
  const parts = [
    clipboard.isCut(path) ? t('listing.cut', { name }) : name,
    t(`kind.${kindOf(hit)}`),
    placeOf(crumbsOf(folder, t('listing.home'))),
    sizeOf(hit, format),
    format.date(hit.modified),
    shares.ownByPath.has(path) ? t('share.isShared') : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

const Cells = observer(function Cells({ hit, format }: Pick<HitRowProps, 'hit' | 'format'>) {
  const { shares } = useRoot()
  const search = useSearch()
  const { t } = useTexts()
  const size = sizeOf(hit, format)
  return (
    <>
      <span role="presentation" className="cell">
        <ItemThumb item={hit} />
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          <FileName name={hit.name} isDir={hit.isDir} spans={spansOf(hit.name, search.terms)} />
        </div>
        <HitPath hit={hit} size={size} />
      </div>
      <span className="marks" role="presentation">
        {shares.ownByPath.has(hit.path) ? (
          <span title={t('share.isShared')}>
            <Link2 className="icon sm" aria-hidden="true" />
          </span>
        ) : null}
      </span>
      <span role="gridcell" className="size num-col">
        {size}
      </span>
      <span role="gridcell" className="date date-col">
        {format.date(hit.modified)}
      </span>
    </>
  )
})
