import { Lock } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { showEntry } from '../../actions/openEntry.ts'
import { FileName } from '../../components/FileName.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { RowMenuButton } from '../../rows/RowMenuButton.tsx'
import { SelectCell } from '../../rows/SelectCell.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { useRowPointer } from '../../rows/useRowPointer.ts'
import { standingAt } from '../../rows/WindowedRows.tsx'
import { type ArchiveRow, archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

type Format = ReturnType<typeof useFormat>

export interface ArchiveLineProps extends GridRowProps {
  row: ArchiveRow
  format: Format
}

/** One row: a file or folder of an archive. */
export const ArchiveLine = observer(function ArchiveLine(props: ArchiveLineProps) {
  const { row, format, index, top, isTabStop, onMenu } = props
  const root = useRoot()
  const { selection } = archiveOf(root)
  const { t } = useTexts()
  const { name, isDir } = row
  const isSelected = selection.has(name)
  const pointer = useRowPointer({ key: name, selection, onOpen: () => showEntry(root, row), onMenu })
  const spoken = [name, t(`kind.${kindOfName(name, isDir)}`), ...factsOf(row, format), useTrouble(row)]
  return (
    <div
      role="row"
      className="row"
      style={standingAt(top)}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={spoken.filter((part) => part !== '').join(', ')}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && selection.focus(name)}
      {...pointer.handlers}
    >
      <SelectCell
        label={t('listing.select', { name })}
        isSelected={isSelected}
        onPick={(isRange) => selection.pick(name, { add: true, range: isRange })}
      />
      <Cells row={row} format={format} />
      <span role="gridcell" className="cell">
        <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={pointer.openMenu} />
      </span>
    </div>
  )
})

const factsOf = ({ isDir, size, modified }: ArchiveRow, format: Format): [size: string, date: string] => [
  isDir && size === 0 ? '' : format.size(size),
  modified === '' ? '' : format.date(modified),
]

/** Why a file cannot be read; '' for nothing. */
function useTrouble({ trouble }: ArchiveRow): string {
  const { t } = useTexts()
  return trouble === null ? '' : t(`archive.entry.${trouble}`)
}

function Cells({ row, format }: Pick<ArchiveLineProps, 'row' | 'format'>) {
  const { name, isDir } = row
  const [size, date] = factsOf(row, format)
  const trouble = useTrouble(row)
  return (
    <>
      <span role="presentation" className="cell">
        <Thumb kind={kindOfName(name, isDir)} />
      </span>
      <div role="gridcell" className="main-cell">
        <div className="names">
          <FileName name={name} isDir={isDir} />
        </div>
        <div className="meta">{[size, date].filter((part) => part !== '').join(' · ')}</div>
      </div>
      <span className="marks" role="presentation">
        {trouble === '' ? null : (
          <span title={trouble}>
            <Lock className="icon sm" aria-hidden="true" />
          </span>
        )}
      </span>
      <span role="gridcell" className="size num-col">
        {size}
      </span>
      <span role="gridcell" className="date date-col">
        {date}
      </span>
    </>
  )
}
