import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { perform } from '../../actions/action.ts'
import { download } from '../../actions/download.ts'
import { createTextsApi } from '../../api/texts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { filesUrl } from '../../lib/paths.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from '../files/ItemThumb.tsx'
import type { Telling, Turning } from './Stage.tsx'
import { StageCard } from './StageCard.tsx'
import type { FileSource } from './viewer.ts'
import { VIEWERS, viewerOf } from './viewers.tsx'

export interface FileViewerProps extends Telling {
  item: Item
  turning: Turning
}

/** A person's own file, in the viewer of its kind. */
export const FileViewer = observer(function FileViewer({ item, turning, ...tell }: FileViewerProps) {
  const { session } = useRoot()
  const { t } = useTexts()
  const source = useOwnSource(item)
  if (!session.can('download')) return <StageCard kind={kindOf(item)} title={t('preview.notAllowed')} />
  const Viewer = VIEWERS[viewerOf(item)]
  return <Viewer item={item} source={source} turning={turning} isCard={false} {...tell} />
})

function useOwnSource(item: Item): FileSource {
  const root = useRoot()
  const { thumbs, api, session } = root
  return {
    pictures: thumbs.sourcesOf(item),
    poster: item.type === 'video' ? thumbs.posterOf(item) : null,
    thumbOf: (file) => thumbs.urlOf(file),
    tile: <ItemThumb item={item} size="lg" />,
    subtitleUrl: api.resources.subtitleUrl,
    readText: () => previewOf(root).readText(item.path),
    memoryKey: `${session.user?.id ?? ''} ${item.path}`,
    readBytes: async (signal) => (await createTextsApi(api.http).read(item.path, signal)).bytes,
    beside: {
      bytesUrl: (path) => api.resources.rawUrl(path, true),
      pageUrl: (path, isDir) => api.http.url(filesUrl(path, isDir)),
    },
    downloadButton: <DownloadButton />,
  }
}

const DownloadButton = observer(function DownloadButton() {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <button type="button" className="button primary" onClick={() => void perform(root, download)}>
      <Download className="icon" aria-hidden="true" />
      <span className="label">{t('action.download')}</span>
    </button>
  )
})
