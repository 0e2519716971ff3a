import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { perform } from '../../actions/action.ts'
import { download } from '../../actions/download.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import type { Swipe } from '../../lib/pan-zoom.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Media } from './Media.tsx'
import { Picture } from './Picture.tsx'
import { StageCard } from './StageCard.tsx'
import { TextSheet } from './TextSheet.tsx'
import { previewOf } from '../../stores/PreviewStore.ts'

/** The file itself, by whatever means the browser has for its kind. */
export const Shown = observer(function Shown({ item, onSwipe }: { item: Item; onSwipe(swipe: Swipe): void }) {
  const root = useRoot()
  const { t } = useTexts()
  const { kind } = previewOf(root)
  const sources = root.thumbs.sourcesOf(item)
  const url = sources.original
  if (kind === 'notAllowed') return <StageCard kind={kindOf(item)} title={t('preview.notAllowed')} />
  if (kind === 'image')
    return <Picture key={url} sources={sources} resolution={item.resolution} name={item.name} onSwipe={onSwipe} />
  if (kind === 'audio' || kind === 'video') return <Media key={url} kind={kind} url={url} item={item} />
  if (kind === 'pdf' && navigator.pdfViewerEnabled) {
    // A sandbox would stop the browser's PDF viewer; the file's own policy lets no script run.
    // eslint-disable-next-line react/iframe-missing-sandbox
    return <iframe key={url} className="paper" src={url} title={t('preview.frame', { name: item.name })} />
  }
  if (kind === 'text') return <TextSheet path={item.path} name={item.name} version={item.modified} />
  return (
    <StageCard kind={kindOf(item)} title={t('preview.cannotShow')} text={t('preview.downloadInstead')}>
      <button type="button" className="button primary" onClick={() => void perform(root, download)}>
        <Download className="icon" aria-hidden="true" />
        <span className="label">{t('action.download')}</span>
      </button>
    </StageCard>
  )
})
