import { observer } from 'mobx-react-lite'
import { FileName } from '../../components/FileName.tsx'
import { Marked } from '../../components/Marked.tsx'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { kindOf } from '../../lib/kinds.ts'
import { spansOf } from '../../lib/query.ts'
import { FactCells } from '../../rows/FactCells.tsx'
import { GridRow } from '../../rows/GridRow.tsx'
import { Marks, useMarkWords } from '../../rows/Marks.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowDrag } from '../../rows/useRowDrag.ts'
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

/** A hit: a row as in a folder, with the matching words marked, and the path to it. */
export const HitRow = observer(function HitRow({ hit, format, ...place }: HitRowProps) {
  const { clipboard } = useRoot()
  const search = useSearch()
  const { open } = useSearchMoves()
  const { name, path, isDir } = hit
  const key = keyOfHit(path, isDir)
  return (
    <GridRow
      {...place}
      rowKey={key}
      name={name}
      selection={search.selection}
      spoken={useSpoken(hit, format)}
      className={clipboard.isCut(path) ? 'is-cut' : ''}
      hasHead={false}
      drag={useRowDrag(hit, { key, selection: search.selection })}
      onOpen={() => open(hit)}
    >
      <Cells hit={hit} format={format} />
    </GridRow>
  )
})

type Format = HitRowProps['format']

const sizeOf = ({ isDir, size }: Hit, format: Format) => (isDir ? '' : format.size(size))

/** A row in words, for screen readers. */
function useSpoken(hit: Hit, format: Format): string {
  const { clipboard } = useRoot()
  const { t } = useTexts()
  const markWords = useMarkWords()
  const { name, path, folder } = hit
  const parts = [
    clipboard.isCut(path) ? t('listing.cut', { name }) : name,
    t(`kind.${kindOf(hit)}`),
    placeOf(crumbsOf(folder, t('listing.home'))),
    sizeOf(hit, format),
    format.date(hit.modified),
    ...markWords(path),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

const Cells = observer(function Cells({ hit, format }: Pick<HitRowProps, 'hit' | 'format'>) {
  const search = useSearch()
  const size = sizeOf(hit, format)
  const spans = spansOf(hit.name, search.terms)
  return (
    <>
      <span role="presentation" className="cell">
        <ItemThumb item={hit} />
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          <FileName
            name={hit.name}
            isDir={hit.isDir}
            renderPart={(text, offset) => <Marked text={text} spans={spans} offset={offset} />}
          />
        </div>
        <HitPath hit={hit} size={size} />
      </div>
      <span className="marks" role="presentation">
        <Marks path={hit.path} />
      </span>
      <FactCells size={size} date={format.date(hit.modified)} />
    </>
  )
})
