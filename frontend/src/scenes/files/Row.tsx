import { Link2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { FileName } from '../../components/FileName.tsx'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { itemUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useDropTarget } from '../../rows/useDropTarget.ts'
import { ItemThumb } from './ItemThumb.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowDrag } from '../../rows/useRowDrag.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'

export interface RowProps extends GridRowProps {
  item: Item
  format: ReturnType<typeof useFormat>
}

export const Row = observer(function Row({ item, index, top, format, isTabStop, onMenu }: RowProps) {
  const root = useRoot()
  const { selection, clipboard, drag } = root
  const { t } = useTexts()
  const { name, isDir, path } = item
  const isSelected = selection.has(name)
  const isCut = clipboard.isCut(path) || (drag.isActive && isSelected && !drag.isCopy)
  const open = () => root.navigate(itemUrl(item))
  const { isOver, handlers: dropHandlers } = useDropTarget(isDir ? path : null, open)
  const pointer = useRowPointer({ key: name, selection, onOpen: open, onMenu })
  const dragHandlers = useRowDrag(item)
  const spoken = useSpoken(item, format)
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
      <Cells item={item} format={format} />
      <span role="gridcell" className="cell">
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})

type Format = RowProps['format']

/** A folder's size is shown if the server knows it. */
const sizeOf = ({ isDir, size }: Item, format: Format) => (isDir && size === 0 ? '' : format.size(size))

/** The row's text for screen readers. */
function useSpoken(item: Item, format: Format): string {
  const { clipboard, shares } = useRoot()
  const { t } = useTexts()
  const { name, path } = item
  const parts = [
    clipboard.isCut(path) ? t('listing.cut', { name }) : name,
    t(`kind.${kindOf(item)}`),
    sizeOf(item, format),
    format.date(item.modified),
    shares.ownByPath.has(path) ? t('share.isShared') : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

const Cells = observer(function Cells({ item, format }: Pick<RowProps, 'item' | 'format'>) {
  const { shares } = useRoot()
  const { t } = useTexts()
  const size = sizeOf(item, format)
  const date = format.date(item.modified)
  return (
    <>
      <span role="presentation" className="cell">
        <ItemThumb item={item} />
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          <FileName name={item.name} isDir={item.isDir} />
        </div>
        <div className="meta">{[size, date].filter((part) => part !== '').join(' · ')}</div>
      </div>
      <span className="marks" role="presentation">
        {shares.ownByPath.has(item.path) ? (
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
    </>
  )
})
