import { Pause, Play, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ImportRecord } from '../../../../backend/contract/imports.ts'
import { removeImport } from '../../actions/removeImport.ts'
import { type JobCommand, JobRow, type RowPlace } from '../../components/tray/JobRow.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shownName } from '../../lib/import-facts.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { TraySection } from '../tray/TrayList.tsx'
import { useImportWords } from './useImportWords.ts'

/** The person's imports in the tray, as long as they have not ended. Call it inside an observer. */
export function useImportSection(): TraySection[] {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const rows = imports.underWay
  const [first] = rows
  if (first === undefined) return []
  const screen = first.kind === 'torrent' ? '/import-torrents' : '/import-youtube'
  return [
    {
      key: 'imports',
      title: t('imports.section'),
      links: (
        <button type="button" className="button link" onClick={() => root.navigate(screen)}>
          {t('imports.showAll')}
        </button>
      ),
      count: rows.length,
      renderRow: (place) => {
        const record = rows[place.index]
        if (record === undefined) return null
        return <ImportRow key={record.id} record={record} {...place} />
      },
    },
  ]
}

interface ImportRowProps extends RowPlace {
  record: ImportRecord
}

const ImportRow = observer(function ImportRow({ record, ...place }: ImportRowProps) {
  const imports = importsOf(useRoot())
  const words = useImportWords()
  const commands = useCommands(record)
  const { id, files, progress, state } = record
  const waiting = imports.waitingWith(record).findIndex((item) => item.id === id) + 1
  return (
    <JobRow
      {...place}
      name={shownName(record)}
      file={null}
      isDir={files > 1}
      words={[words.state(record, waiting), words.pace(record)].filter((part) => part !== '').join(' · ')}
      percent={Math.floor(progress)}
      isPaused={state !== 'running'}
      commands={commands}
    />
  )
})

function useCommands(record: ImportRecord): JobCommand[] {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const name = shownName(record)
  return [
    record.state === 'paused'
      ? { icon: Play, label: t('imports.resume', { name }), run: () => void imports.resume(record) }
      : { icon: Pause, label: t('imports.pause', { name }), run: () => void imports.pause(record) },
    {
      icon: X,
      label: t('imports.cancel', { name }),
      run: () => void removeImport(root, record).catch((error: unknown) => root.toasts.error(error)),
    },
  ]
}
