import { JobRow } from '../../components/tray/JobRow.tsx'
import { useDeviceWords } from '../../i18n/useDeviceWords.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOfReport, type UploadsElsewhere } from '../../stores/TrayStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { TraySection } from '../tray/TrayList.tsx'

/** Uploads of the person on other devices or in other windows, without buttons. Call it inside an observer. */
export function useElsewhereSection(): TraySection[] {
  const { elsewhere } = useRoot().tray
  const { t } = useTexts()
  const words = useElsewhereWords()
  const rows = [...elsewhere]
  if (rows.length === 0) return []
  return [
    {
      key: 'elsewhere',
      title: t('upload.elsewhere'),
      count: rows.length,
      renderRow: (place) => {
        const [page, uploads] = rows[place.index] ?? []
        if (uploads === undefined) return null
        const { report } = uploads
        return (
          <JobRow
            key={page}
            {...place}
            name={report.name}
            file={null}
            words={words(uploads)}
            percent={percentOfReport(report)}
            isPaused={report.state === 'paused'}
            commands={[]}
          />
        )
      },
    },
  ]
}

function useElsewhereWords(): (uploads: UploadsElsewhere) => string {
  const { t } = useTexts()
  const { sizeOf } = useFormat()
  const deviceWords = useDeviceWords()
  return ({ device, report: { state, filesDone, filesTotal, bytesDone, bytesTotal } }) => {
    const share = t('upload.bytes', sizeOf(bytesDone, bytesTotal))
    const progress = filesTotal === 1 ? share : t('upload.folderShare', { done: filesDone, count: filesTotal, share })
    const words = `${deviceWords(device)} · ${progress}`
    return state === 'paused' ? t('upload.elsewherePaused', { words }) : words
  }
}
