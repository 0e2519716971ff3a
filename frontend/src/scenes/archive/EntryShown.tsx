import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { perform } from '../../actions/action.ts'
import { downloadEntry } from '../../actions/downloadEntry.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { type ArchiveRow, archiveOf } from '../../stores/ArchiveStore.ts'
import { itemOfRow } from '../../stores/archive/item-of-row.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { Telling, Turning } from '../preview/Stage.tsx'
import { StageCard } from '../preview/StageCard.tsx'
import type { FileSource } from '../preview/viewer.ts'
import { VIEWERS, viewerOf } from '../preview/viewers.tsx'

export interface EntryShownProps extends Telling {
  row: ArchiveRow
  turning: Turning
}

/** A file of an archive, in the viewer for its kind. */
export const EntryShown = observer(function EntryShown({ row, turning, ...tell }: EntryShownProps) {
  const { t } = useTexts()
  const source = useEntrySource(row)
  if (row.trouble !== null)
    return <StageCard kind={kindOfName(row.name, false)} title={t(`archive.entry.${row.trouble}`)} />
  const item = itemOfRow(row)
  const Viewer = VIEWERS[viewerOf(item)]
  return <Viewer item={item} source={source} turning={turning} isCard={false} {...tell} />
})

function useEntrySource(row: ArchiveRow): FileSource {
  const root = useRoot()
  const archive = archiveOf(root)
  const { t } = useTexts()
  return {
    pictures: { thumb: null, big: null, original: archive.api.entryUrl(archive.path ?? '', row.path, true) },
    poster: null,
    thumbOf: () => null,
    tile: <Thumb kind={kindOfName(row.name, false)} size="lg" />,
    subtitleUrl: () => '',
    memoryKey: `${root.session.user?.id ?? ''} ${archive.path ?? ''} ${row.path}`,
    readText: () => archive.readText(row),
    readBytes: async (signal) => {
      const { http } = root.api
      const address = archive.api.entryUrl(archive.path ?? '', row.path, true).slice(http.baseUrl.length)
      return new Uint8Array(await (await http.request('GET', address, { signal })).arrayBuffer())
    },
    // A text cannot name the addresses of other entries.
    beside: null,
    downloadButton: (
      <button type="button" className="button primary" onClick={() => void perform(root, downloadEntry)}>
        <Download className="icon" aria-hidden="true" />
        <span className="label">{t('action.download')}</span>
      </button>
    ),
  }
}
