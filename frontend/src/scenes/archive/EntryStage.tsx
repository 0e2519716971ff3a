// A file of an archive above the rows of its folder.
import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { perform } from '../../actions/action.ts'
import { downloadEntry } from '../../actions/downloadEntry.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { archivePageUrl } from '../../lib/item-paths.ts'
import { type ArchiveRow, archiveOf } from '../../stores/ArchiveStore.ts'
import { itemOfRow } from '../../stores/archive/item-of-row.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Stage, type Turning } from '../preview/Stage.tsx'
import { focusableRow } from '../../lib/focus-row.ts'
import { useCover } from '../preview/useCover.ts'
import { EntryShown } from './EntryShown.tsx'

export const EntryStage = observer(function EntryStage({ row }: { row: ArchiveRow }) {
  const root = useRoot()
  const { path, folder, files } = archiveOf(root)
  const { t } = useTexts()
  const { size } = useFormat()
  const navigate = useNavigate()
  useCover()
  const at = files.indexOf(row)
  const items = useMemo(() => files.map(itemOfRow), [files])
  const show = (file: string, replace: boolean) =>
    void navigate(archivePageUrl(path ?? '', { folder, file }), { replace })
  const turning: Turning = {
    previous: items[at - 1] ?? null,
    next: items[at + 1] ?? null,
    files: items,
    show: (item) => show(item.path, true),
  }
  const download = () => void perform(root, downloadEntry)
  return (
    <Stage
      name={row.name}
      item={itemOfRow(row)}
      facts={[t('preview.position', { at: at + 1, count: files.length }), size(row.size)].join(' · ')}
      turning={turning}
      seeks={row.type === 'audio' || row.type === 'video'}
      keys={[{ shortcuts: downloadEntry.shortcuts, act: download }]}
      onClose={() => show('', false)}
      findReturn={focusableRow}
      tools={
        downloadEntry.isAllowed(root) && downloadEntry.isEnabled(root) ? (
          <IconButton icon={Download} label={t('action.download')} onClick={download} />
        ) : null
      }
    >
      {(tell) => <EntryShown row={row} turning={turning} {...tell} />}
    </Stage>
  )
})
