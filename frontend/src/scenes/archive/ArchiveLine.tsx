import { Lock } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { showEntry } from '../../actions/openEntry.ts'
import { FileName } from '../../components/FileName.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import type { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { FactCells } from '../../rows/FactCells.tsx'
import { GridRow } from '../../rows/GridRow.tsx'
import type { GridRowProps } from '../../rows/useGrid.ts'
import { type ArchiveRow, archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

type Format = ReturnType<typeof useFormat>

export interface ArchiveLineProps extends GridRowProps {
  row: ArchiveRow
  format: Format
}

/** One row: a file or folder of an archive. */
export const ArchiveLine = observer(function ArchiveLine({ row, format, ...place }: ArchiveLineProps) {
  const root = useRoot()
  const { t } = useTexts()
  const { name, isDir } = row
  const spoken = [name, t(`kind.${kindOfName(name, isDir)}`), ...factsOf(row, format), useTrouble(row)]
  return (
    <GridRow
      {...place}
      rowKey={name}
      name={name}
      selection={archiveOf(root).selection}
      spoken={spoken.filter((part) => part !== '').join(', ')}
      onOpen={() => showEntry(root, row)}
    >
      <Cells row={row} format={format} />
    </GridRow>
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
      <FactCells size={size} date={date} />
    </>
  )
}
