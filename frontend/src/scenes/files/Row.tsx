import { Link2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { FileName } from '../../components/FileName.tsx'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { filesUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useDropTarget } from '../../rows/useDropTarget.ts'
import { ItemThumb } from './ItemThumb.tsx'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useRowDrag } from '../../rows/useRowDrag.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'

export interface RowProps {
  item: Item
  index: number
  /** Pixels below the first row. */
  top: number
  format: ReturnType<typeof useFormat>
  /** Whether Tab leads here. */
  isTabStop: boolean
  onMenu(place: MenuPlace): void
}

export const Row = observer(function Row({ item, index, top, format, isTabStop, onMenu }: RowProps) {
  const root = useRoot()
  const { selection, clipboard, drag, shares } = root
  const { t } = useTexts()
  const { name, isDir, path } = item
  const isSelected = selection.has(name)
  const isCut = clipboard.isCut(path) || (drag.isActive && isSelected && !drag.isCopy)
  const { isOver, handlers: dropHandlers } = useDropTarget(isDir ? path : null, () =>
    root.navigate(filesUrl(path, true)),
  )
  const pointer = useRowPointer({ key: name, selection, onOpen: () => root.navigate(filesUrl(path, isDir)), onMenu })
  const dragHandlers = useRowDrag(item)
  const kind = kindOf(item)
  // A folder's size is told where the server knows it.
  const size = isDir && item.size === 0 ? '' : format.size(item.size)
  const date = format.date(item.modified)
  const isShared = shares.ownByPath.has(path)
  const spoken = [
    isCut && clipboard.isCut(path) ? t('listing.cut', { name }) : name,
    t(`kind.${kind}`),
    size,
    date,
    isShared ? t('share.isShared') : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <div
      role="row"
      className={`row ${isOver ? 'is-drop' : ''} ${isCut ? 'is-cut' : ''}`}
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={spoken}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && selection.focus(name)}
      {...dropHandlers}
      {...pointer.handlers}
      {...dragHandlers}
    >
      <SelectCell
        label={t('listing.select', { name })}
        isSelected={isSelected}
        onPick={(isRange) => selection.pick(name, { add: true, range: isRange })}
      />
      <span role="presentation" className="cell">
        <ItemThumb item={item} />
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          <FileName name={name} isDir={isDir} />
        </div>
        <div className="meta">{[size, date].filter((part) => part !== '').join(' · ')}</div>
      </div>
      <span className="marks" role="presentation">
        {isShared ? (
          <span title={t('share.isShared')}>
            <Link2 className="icon sm" aria-hidden="true" />
          </span>
        ) : null}
      </span>
      <span role="gridcell" className="size num-col">
        {size}
      </span>
      <span role="gridcell" className="date date-col">
        {date}
      </span>
      <span role="gridcell" className="cell">
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})
