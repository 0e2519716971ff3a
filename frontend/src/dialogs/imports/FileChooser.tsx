// The files of a torrent with check boxes, in their folders. Only the rows in view are in the page.
import { ArrowUpToLine, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ImportFile } from '../../../../backend/contract/imports.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { openAtFirst, rowsOfTree, type TreeRow } from '../../lib/file-tree.ts'
import { toggledFirst } from '../../lib/first-files.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { useRowMeasures } from '../../rows/useRowMeasures.ts'
import { standingAt, WindowedRows } from '../../rows/WindowedRows.tsx'

export interface FileChooserProps {
  files: readonly ImportFile[]
  /** The numbers of the files that come. */
  chosen: ReadonlySet<number>
  onChange(chosen: ReadonlySet<number>): void
  /** The numbers of the files that come first, in their order. */
  first: readonly number[]
  onFirst(first: readonly number[]): void
  /** Where a file can be played while it comes; null if it cannot. */
  watchUrl(file: number): string | null
}

export function FileChooser({ files, chosen, onChange, first, onFirst, watchUrl }: FileChooserProps) {
  const { t } = useTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const { rowHeight } = useRowMeasures(scroller, '--hit')
  const { rows, open, toggle } = useTree(files)
  const firstOnes = new Set(first)
  const renderRow = (index: number, top: number) => {
    const row = rows[index]
    if (row === undefined) return null
    const choose = (isWanted: boolean) => onChange(changed(chosen, row.files, isWanted))
    const handleFirst = () => {
      onFirst(toggledFirst(first, row.files))
      onChange(changed(chosen, row.files, true))
    }
    const isFirst = row.files.every((number) => firstOnes.has(number))
    const watch = row.file === null ? null : watchUrl(row.file)
    const place = { top, watch, share: shareOf(row, chosen), isOpen: open.has(row.path), isFirst }
    const handlers = { onToggle: () => toggle(row.path), onChoose: choose, onFirst: handleFirst }
    return <ChooserRow row={row} {...place} {...handlers} />
  }
  return (
    <>
      <Tools onChoose={(isWanted) => onChange(new Set(isWanted ? files.keys() : []))} />
      <div ref={scroller} className="file-chooser" role="group" aria-label={t('imports.filesDialog.files')}>
        <WindowedRows
          count={rows.length}
          rowHeight={rowHeight}
          gap={null}
          scroller={scroller}
          headHeight={0}
          footHeight={0}
          kept={-1}
          handle={null}
          idOf={(index) => rows[index]?.file ?? rows[index]?.path ?? index}
          renderRow={renderRow}
        />
      </div>
    </>
  )
}

/** Chooses all files or none. */
function Tools({ onChoose }: { onChoose(isWanted: boolean): void }) {
  const { t } = useTexts()
  return (
    <div className="line file-tools">
      <button type="button" className="button link" onClick={() => onChoose(true)}>
        {t('imports.filesDialog.all')}
      </button>
      <button type="button" className="button link" onClick={() => onChoose(false)}>
        {t('imports.filesDialog.none')}
      </button>
    </div>
  )
}

/** The rows of the tree, and its open folders. */
function useTree(files: readonly ImportFile[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(files))
  const rows = useMemo(() => rowsOfTree(files, open), [files, open])
  const toggle = (path: string) => setOpen(changed(open, [path], !open.has(path)))
  return { rows, open, toggle }
}

/** A set with more in it, or less. */
function changed<Value>(set: ReadonlySet<Value>, values: readonly Value[], isIn: boolean): Set<Value> {
  if (isIn) return new Set([...set, ...values])
  const gone = new Set(values)
  return new Set([...set].filter((value) => !gone.has(value)))
}

type Share = 'none' | 'some' | 'all'

function shareOf({ files }: TreeRow, chosen: ReadonlySet<number>): Share {
  const count = files.filter((number) => chosen.has(number)).length
  return count === 0 ? 'none' : count === files.length ? 'all' : 'some'
}

interface ChooserRowProps {
  row: TreeRow
  /** Pixels below the first row. */
  top: number
  /** How much of it comes. */
  share: Share
  isOpen: boolean
  /** Where it can be played. */
  watch: string | null
  /** Whether all of it comes before other files. */
  isFirst: boolean
  onToggle(): void
  onChoose(isWanted: boolean): void
  onFirst(): void
}

function ChooserRow({ row, top, share, isOpen, watch, isFirst, onToggle, onChoose, onFirst }: ChooserRowProps) {
  const { t } = useTexts()
  const isFolder = row.file === null
  return (
    <div className="hit" style={{ ...standingAt(top), paddingInlineStart: 6 + Math.min(row.depth, 8) * 20 }}>
      {isFolder ? (
        <button
          type="button"
          className="twist"
          aria-label={t('dialog.folder.toggle', { name: row.name })}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <ChevronRight className={`icon sm flip ${isOpen ? 'is-open' : ''}`} aria-hidden="true" />
        </button>
      ) : (
        <span className="twist" />
      )}
      <RowChoice row={row} share={share} onChoose={onChoose} />
      {watch === null ? null : (
        <a className="button link" href={watch} target="_blank" rel="noreferrer">
          {t('imports.filesDialog.watch')}
        </a>
      )}
      <IconButton
        icon={ArrowUpToLine}
        label={t('imports.filesDialog.first', { name: row.name })}
        aria-pressed={isFirst}
        onClick={onFirst}
      />
    </div>
  )
}

/** The check box of a row, with its name and size. */
function RowChoice({ row, share, onChoose }: Pick<ChooserRowProps, 'row' | 'share' | 'onChoose'>) {
  const { size } = useFormat()
  return (
    <label className="line">
      <input
        type="checkbox"
        className="check"
        checked={share === 'all'}
        ref={(box) => {
          if (box !== null) box.indeterminate = share === 'some'
        }}
        onChange={() => onChoose(share !== 'all')}
      />
      <Thumb kind={kindOfName(row.name, row.file === null)} />
      <span className="cut" dir="auto" title={row.name}>
        {row.name}
      </span>
      <span className="push small faint num">{size(row.size)}</span>
    </label>
  )
}
