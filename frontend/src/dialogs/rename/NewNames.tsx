import { ArrowRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { memo, useRef } from 'react'
import { FileName } from '../../components/FileName.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRowMeasures } from '../../rows/useRowMeasures.ts'
import { standingAt, WindowedRows, type WindowedRowsHandle } from '../../rows/WindowedRows.tsx'
import type { BatchRename, RenameRow } from '../../stores/names/BatchRename.ts'

/** The old and new names, with the reason if one is not possible. */
export const NewNames = observer(function NewNames({ batch }: { batch: BatchRename }) {
  const { t } = useTexts()
  const list = useRef<HTMLDivElement>(null)
  const handle = useRef<WindowedRowsHandle>(null)
  const { rowHeight, headHeight } = useRowMeasures(list, '--hit')
  const { rows, troubles } = batch
  return (
    <div className="field">
      <div
        ref={list}
        className="picker new-names"
        role="list"
        aria-label={t('dialog.batchRename.result')}
        // What scrolls is reached by keys, too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <WindowedRows
          handle={handle}
          count={rows.length}
          rowHeight={rowHeight}
          gap={null}
          scroller={list}
          headHeight={headHeight}
          footHeight={headHeight}
          kept={-1}
          idOf={(index) => rows[index]?.item.path ?? index}
          renderRow={(index, top) => {
            const row = rows[index]
            return row && <NewName row={row} index={index} count={rows.length} top={top} />
          }}
        />
      </div>
      <span className={`hint ${troubles > 0 ? 'bad' : ''}`} role="status">
        {troubles > 0
          ? t('dialog.batchRename.troubles', { count: troubles })
          : t('dialog.batchRename.changes', { count: batch.renames.length })}
      </span>
    </div>
  )
})

interface NewNameProps {
  row: RenameRow
  index: number
  count: number
  top: number
}

const NewName = memo(function NewName({ row: { item, name, trouble }, index, count, top }: NewNameProps) {
  const { t } = useTexts()
  const words = trouble === null ? '' : t(`dialog.batchRename.trouble.${trouble}`)
  return (
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      className={`hit ${trouble === null ? '' : 'bad'} ${name === item.name ? 'is-same' : ''}`}
      style={standingAt(top)}
    >
      <FileName name={item.name} isDir={item.isDir} />
      <ArrowRight className="icon sm flip" aria-hidden="true" />
      <span className="new" title={words}>
        <FileName name={name} isDir={item.isDir} />
        {words === '' ? null : <span className="small">{words}</span>}
      </span>
    </div>
  )
})
