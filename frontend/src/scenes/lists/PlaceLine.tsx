import { X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { parentOf, segmentsOf } from '../../lib/paths.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'
import type { PlaceListStore, PlaceRow } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from '../files/ItemThumb.tsx'

export interface PlaceLineProps extends GridRowProps {
  row: PlaceRow
  list: PlaceListStore
}

/** One place: what it is, where it lies, how large it is, and when it came to the list. */
export const PlaceLine = observer(function PlaceLine({ row, list, index, top, isTabStop, onMenu }: PlaceLineProps) {
  const root = useRoot()
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  const { selection } = list
  const { path, name, isDir, item } = row
  const words = useWords(row)
  const isSelected = selection.has(path)
  const open = () =>
    item === null ? element.current && pointer.openMenu(element.current) : root.navigate(itemUrl({ path, isDir }))
  const pointer = useRowPointer({ key: path, selection, onOpen: open, onMenu })
  return (
    <div
      ref={element}
      role="row"
      className={`row ${item === null ? 'is-gone' : ''}`}
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={[name, words.kind, words.state, words.size, words.place, words.when].filter(Boolean).join(', ')}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && selection.focus(path)}
      {...pointer.handlers}
    >
      <SelectCell
        label={t('listing.select', { name })}
        isSelected={isSelected}
        onPick={(isRange) => selection.pick(path, { add: true, range: isRange })}
      />
      <PlaceCells row={row} words={words} />
      <LineTools row={row} list={list} onOpen={pointer.openMenu} />
    </div>
  )
})

/** What a row says. A part is '' where there is nothing to say. */
type Words = Record<'kind' | 'state' | 'size' | 'place' | 'when', string>

function useWords({ path, name, isDir, when, item }: PlaceRow): Words {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  return {
    kind: t(`kind.${kindOfName(name, isDir)}`),
    state: item === null ? t('places.gone') : '',
    size: item === null || (isDir && item.size === 0) ? '' : format.size(item.size),
    place: [t('listing.home'), ...segmentsOf(parentOf(path))].join(' › '),
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
        <div className="small faint cut from">
          <bdi>{[state, place].filter((part) => part !== '').join(' · ')}</bdi>
        </div>
        <div className="meta">{[size, when].filter((part) => part !== '').join(' · ')}</div>
      </div>
      <span role="gridcell" className="size num-col">
        {size}
      </span>
      <span role="gridcell" className="date date-col">
        {when}
      </span>
    </>
  )
})

interface LineToolsProps extends Pick<PlaceLineProps, 'row' | 'list'> {
  onOpen(button: HTMLElement): void
}

/** The menu of a row; what is gone has a button that takes it off the list. */
function LineTools({ row, list, onOpen }: LineToolsProps) {
  const { t } = useTexts()
  return (
    <span role="gridcell" className="tools">
      {row.item === null && list.calls.remove !== undefined ? <RemoveButton row={row} list={list} /> : null}
      <RowMenuButton label={t('listing.actionsFor', { name: row.name })} onOpen={onOpen} />
    </span>
  )
}

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
