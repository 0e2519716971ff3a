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
import { kindOfName } from '../../lib/kind-of-name.ts'
import { isHolder, type TrashRow, trashOf } from '../../stores/TrashStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { useDeletion } from './useDeletion.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'
import { restoresOf } from '../../stores/RestoreStore.ts'

export interface TrashLineProps {
  row: TrashRow
  index: number
  /** Pixels below the first row. */
  top: number
  /** Whether Tab leads here. */
  isTabStop: boolean
  onMenu(place: MenuPlace): void
}

/** One row: an action with where it was, who and when; or, inside of one, a file or folder. */
export const TrashLine = observer(function TrashLine({ row, index, top, isTabStop, onMenu }: TrashLineProps) {
  const root = useRoot()
  const { selection } = trashOf(root)
  const element = useRef<HTMLDivElement>(null)
  const { t } = useTexts()
  const deletion = useDeletion()
  const { key, isDir, note, size: bytes } = row
  const isAction = row.below === ''
  const isSeveral = isAction && isHolder(note)
  const isOlder = note.kind === 'replace'
  const name = isAction ? deletion.what(note) : row.name
  const isPending = isAction && note.pending
  const isSelected = selection.has(key)
  const pointer = useRowPointer({
    key,
    selection,
    // A file in the trash has nothing to look into: what opens is the list of what can be done with it.
    onOpen() {
      if (isDir) enter(root, row)
      else if (element.current) pointer.openMenu(element.current)
    },
    onMenu,
  })
  const kind = kindOfName(row.name, isDir && !isSeveral)
  const size = isPending ? '' : deletion.size(bytes)
  const count = isDir && isAction && !isPending ? t('trash.items', { count: isSeveral ? note.things : note.count }) : ''
  const story = isAction ? [deletion.place(note), isPending ? t('trash.pending') : deletion.shortly(note)] : []
  const until = isAction ? deletion.until(note) : ''
  const facts = [count, size]
  const spoken = [
    name,
    isOlder ? t('trash.olderVersion') : t(`kind.${kind}`),
    ...facts,
    ...story,
    isAction ? deletion.fate(note) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <div
      ref={element}
      role="row"
      className="row"
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + 2}
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
      <span role="presentation" className="cell">
        <Thumb kind={kind} />
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          {isSeveral ? (
            <span className="name" dir="auto">
              <b>{name}</b>
            </span>
          ) : (
            <FileName name={name} isDir={isDir} />
          )}
          {isOlder && isAction ? <span className="badge">{t('trash.olderVersion')}</span> : null}
        </div>
        {isAction ? (
          <div className="small faint cut from">
            <bdi>{story.join(' · ')}</bdi>
          </div>
        ) : null}
        <div className="meta">{[...facts, until].filter((part) => part !== '').join(' · ')}</div>
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
      <span role="gridcell" className="tools">
        {mayRestore(root, row) ? (
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
        ) : null}
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})
