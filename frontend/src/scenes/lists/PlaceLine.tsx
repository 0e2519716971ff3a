import { X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { trailOf } from '../../i18n/trail.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { parentOf, segmentsOf } from '../../lib/paths.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { GOES_BACK } from '../../lib/way-back.ts'
import { FactCells } from '../../rows/FactCells.tsx'
import { GridRow } from '../../rows/GridRow.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import type { PlaceListStore, PlaceRow } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from '../files/ItemThumb.tsx'

export interface PlaceLineProps extends GridRowProps {
  row: PlaceRow
  list: PlaceListStore
}

/** One place: its name, folder, size, and the time at which it was added. */
export const PlaceLine = observer(function PlaceLine({ row, list, ...place }: PlaceLineProps) {
  const root = useRoot()
  const { path, name, isDir, item } = row
  const words = useWords(row)
  return (
    <GridRow
      {...place}
      rowKey={path}
      name={name}
      selection={list.selection}
      spoken={[name, words.kind, words.state, words.size, words.place, words.when].filter(Boolean).join(', ')}
      className={item === null ? 'is-gone' : ''}
      tools={item === null && list.calls.remove !== undefined ? <RemoveButton row={row} list={list} /> : null}
      onOpen={item === null ? null : () => root.navigate(itemUrl({ path, isDir }), { state: GOES_BACK })}
    >
      <PlaceCells row={row} words={words} />
    </GridRow>
  )
})

/** The texts of a row. A part is '' if it is missing. */
type Words = Record<'kind' | 'state' | 'size' | 'place' | 'when', string>

function useWords({ path, name, isDir, when, item }: PlaceRow): Words {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  return {
    kind: t(`kind.${kindOfName(name, isDir)}`),
    state: item === null ? t('places.gone') : '',
    size: item === null || (isDir && item.size === 0) ? '' : format.size(item.size),
    place: trailOf([t('listing.home'), ...segmentsOf(parentOf(path))]),
    when: format.date(when),
  }
}

const PlaceCells = observer(function PlaceCells({ row, words }: { row: PlaceRow; words: Words }) {
  const { name, isDir, item } = row
  const { state, size, place, when } = words
  return (
    <>
      <span role="presentation" className="cell">
        {item === null ? <Thumb kind={kindOfName(name, isDir)} /> : <ItemThumb item={item} />}
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          <FileName name={name} isDir={isDir} />
        </div>
        <div className="small faint cut from">{[state, place].filter((part) => part !== '').join(' · ')}</div>
        <div className="meta">{[size, when].filter((part) => part !== '').join(' · ')}</div>
      </div>
      <FactCells size={size} date={when} />
    </>
  )
})

/** Removes a place that no longer exists from the list. */
function RemoveButton({ row: { path, name }, list }: Pick<PlaceLineProps, 'row' | 'list'>) {
  const { toasts } = useRoot()
  const { t } = useTexts()
  return (
    <IconButton
      isSmall
      icon={X}
      label={t('places.removeName', { name })}
      className="more"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        list.remove([path]).catch((error: unknown) => void toasts.error(error))
      }}
    />
  )
}
