import { observer } from 'mobx-react-lite'
import { memo } from 'react'
import { FileName } from '../../components/FileName.tsx'
import { FactCells } from '../../rows/FactCells.tsx'
import { Marks } from '../../rows/Marks.tsx'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'
import { ItemThumb } from './ItemThumb.tsx'
import { type ShownItemProps, sizeOf, useShownItem } from './useShownItem.ts'

export interface RowProps extends ShownItemProps {
  /** Pixels below the first row. */
  top: number
}

export const Row = observer(function Row({ item, index, top, format, isTabStop, onMenu }: RowProps) {
  const { t } = useTexts()
  const { isSelected, className, ...shown } = useShownItem({ item, index, format, isTabStop, onMenu })
  const { name } = item
  return (
    <div
      role="row"
      className={`row ${className}`}
      style={standingAt(top)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      {...shown.element}
    >
      <SelectCell label={t('listing.select', { name })} isSelected={isSelected} onPick={shown.onPick} />
      <Cells item={item} format={format} />
      <span role="gridcell" className="cell">
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={shown.openMenu} />
      </span>
    </div>
  )
})

const Cells = memo(function Cells({ item, format }: Pick<RowProps, 'item' | 'format'>) {
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
        <Marks path={item.path} />
      </span>
      <FactCells size={size} date={date} />
    </>
  )
})
