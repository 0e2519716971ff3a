import { Undo2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { enter } from '../../actions/lookInside.ts'
import { mayRestore } from '../../actions/restore.ts'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { trashOf } from '../../stores/TrashStore.ts'
import { isHolder, type TrashRow } from '../../stores/trash/rows.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { type TrashWords, useTrashWords } from './useTrashWords.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'
import { restoresOf } from '../../stores/RestoreStore.ts'

export interface TrashLineProps extends GridRowProps {
  row: TrashRow
}

/** One row: an action with its old place, person and time; or, inside an action, a file or folder. */
export const TrashLine = observer(function TrashLine({ row, index, top, isTabStop, onMenu }: TrashLineProps) {
  const root = useRoot()
  const { selection } = trashOf(root)
  const element = useRef<HTMLDivElement>(null)
  const { t } = useTexts()
  const words = useTrashWords(row)
  const isSelected = selection.has(row.key)
  const pointer = useRowPointer({
    key: row.key,
    selection,
    // A file in the trash cannot be opened, so its menu opens instead.
    onOpen: () => (row.isDir ? enter(root, row) : element.current && pointer.openMenu(element.current)),
    onMenu,
  })
  return (
    <div
      ref={element}
      role="row"
      className="row"
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={words.spoken}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && selection.focus(row.key)}
      {...pointer.handlers}
    >
      <SelectCell
        label={t('listing.select', { name: words.name })}
        isSelected={isSelected}
        onPick={(isRange) => selection.pick(row.key, { add: true, range: isRange })}
      />
      <TrashCells row={row} words={words} />
      <span role="gridcell" className="tools">
        {mayRestore(root, row) ? <RestoreButton row={row} name={words.name} /> : null}
        <RowMenuButton label={t('listing.actionsFor', { name: words.name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})

/** What it is, its size, and until when it can be restored. */
function TrashCells({ row, words }: { row: TrashRow; words: TrashWords }) {
  const { kind, count, size, until } = words
  const isAction = row.below === ''
  return (
    <>
      <span role="presentation" className="cell">
        <Thumb kind={kind} />
      </span>
      <div role="gridcell" className="main-cell">
        <Names row={row} words={words} />
        {isAction ? (
          <div className="small faint cut from">
            <bdi>{words.story.join(' · ')}</bdi>
          </div>
        ) : null}
        <div className="meta">{[count, size, until].filter((part) => part !== '').join(' · ')}</div>
      </div>
      <span className="marks small faint" role="presentation">
        {count}
      </span>
      <span role="gridcell" className="size num-col">
        {size}
      </span>
      {isAction ? (
        <span role="gridcell" className="date date-col">
          {until}
        </span>
      ) : null}
    </>
  )
}

function Names({ row, words }: { row: TrashRow; words: TrashWords }) {
  const { t } = useTexts()
  const isAction = row.below === ''
  return (
    <div className="names">
      {isAction && isHolder(row.note) ? (
        <span className="name" dir="auto">
          <b>{words.name}</b>
        </span>
      ) : (
        <FileName name={words.name} isDir={row.isDir} />
      )}
      {words.isOlder && isAction ? <span className="badge">{t('trash.olderVersion')}</span> : null}
    </div>
  )
}

function RestoreButton({ row, name }: { row: TrashRow; name: string }) {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <IconButton
      isSmall
      icon={Undo2}
      label={t('trash.restoreName', { name })}
      className="more"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        void restoresOf(root).run([row])
      }}
    />
  )
}
