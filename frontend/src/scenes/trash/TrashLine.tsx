import { Undo2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { enter } from '../../actions/lookInside.ts'
import { mayRestore } from '../../actions/restore.ts'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { GridRow } from '../../rows/GridRow.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { trashOf } from '../../stores/TrashStore.ts'
import { isHolder, type TrashRow } from '../../stores/trash/rows.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { type TrashWords, useTrashWords } from './useTrashWords.ts'
import { restoresOf } from '../../stores/RestoreStore.ts'

export interface TrashLineProps extends GridRowProps {
  row: TrashRow
}

/** One row: an action with its old place, person and time; or, inside an action, a file or folder. */
export const TrashLine = observer(function TrashLine({ row, ...place }: TrashLineProps) {
  const root = useRoot()
  const words = useTrashWords(row)
  return (
    <GridRow
      {...place}
      rowKey={row.key}
      name={words.name}
      selection={trashOf(root).selection}
      spoken={words.spoken}
      tools={mayRestore(root, row) ? <RestoreButton row={row} name={words.name} /> : null}
      onOpen={row.isDir ? () => enter(root, row) : null}
    >
      <TrashCells row={row} words={words} />
    </GridRow>
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
          <div className="small faint from">
            <bdi>
              {words.story.map((part, index) => (
                <span key={part} className="cut">
                  {index === 0 ? part : ` · ${part}`}
                </span>
              ))}
            </bdi>
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
