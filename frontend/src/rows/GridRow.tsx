import { observer } from 'mobx-react-lite'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { RowMenuButton } from './RowMenuButton.tsx'
import { SelectCell } from './SelectCell.tsx'
import { useIsSelected } from './useIsSelected.ts'
import type { GridRowProps } from './useGrid.ts'
import { type PointedRow, useRowPointer } from './useRowPointer.ts'
import type { useRowDrag } from './useRowDrag.ts'
import { standingAt } from './WindowedRows.tsx'

export interface LineProps extends GridRowProps {
  /** The row's key in the selection. */
  rowKey: string
  name: string
  selection: PointedRow['selection']
  /** The whole row in words, for those who do not see it. */
  spoken: string
  className?: string
  /** Whether names of columns stand above the rows. */
  hasHead?: boolean
  /** What lets the mouse drag the row, where it can be dragged. */
  drag?: ReturnType<typeof useRowDrag>
  /** Buttons before the row's menu, in a column that has room for them. */
  tools?: ReactNode
  /** The cells between the check box and the menu. */
  children: ReactNode
  /** Null if the row cannot be opened: its menu opens instead. */
  onOpen: (() => void) | null
}

/** A row of a grid: it can be selected and opened, and has a menu. */
export const GridRow = observer(function GridRow(props: LineProps) {
  const { rowKey, name, selection, spoken, className = '', hasHead = true, drag, tools, children } = props
  const { index, top, isTabStop, onOpen, onMenu } = props
  const element = useRef<HTMLDivElement>(null)
  const { t } = useTexts()
  const isSelected = useIsSelected(selection, rowKey)
  const openMenu = () => element.current && pointer.openMenu(element.current)
  const pointer = useRowPointer({ key: rowKey, selection, onOpen: onOpen ?? openMenu, onMenu })
  return (
    <div
      ref={element}
      role="row"
      className={`row ${className}`}
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + (hasHead ? 2 : 1)}
      aria-selected={isSelected}
      aria-label={spoken}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.currentTarget.contains(event.target) && selection.focus(rowKey)}
      {...pointer.handlers}
      {...drag}
    >
      <SelectCell
        label={t('listing.select', { name })}
        isSelected={isSelected}
        onPick={(isRange) => selection.pick(rowKey, { add: true, range: isRange })}
      />
      {children}
      <span role="gridcell" className={tools === undefined ? 'cell' : 'tools'}>
        {tools}
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})
