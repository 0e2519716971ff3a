import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { messageOf } from '../../api/error-message.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import type { Swipe } from '../../lib/pan-zoom.ts'
import { useGuest } from './useGuest.ts'
import { Picture } from '../preview/Picture.tsx'
import { Player } from '../preview/Player.tsx'
import { StageCard } from '../preview/StageCard.tsx'

export interface GuestShownProps {
  item: Item
  /** On the card of one file: nothing moves or plays by itself. */
  isCard?: boolean
  onSwipe?(swipe: Swipe): void
}

/** A shared file itself, by whatever means the browser has for its kind. */
export const GuestShown = observer(function GuestShown({ item, isCard = false, onSwipe }: GuestShownProps) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { type, name, resolution } = item
  const sources = guest.sourcesOf(item)
  const url = sources.original
  if (type === 'image')
    return (
      <Picture key={url} sources={sources} resolution={resolution} name={name} onSwipe={onSwipe ?? (() => undefined)} />
    )
  if (type === 'audio' || type === 'video') {
    return (
      <Player
        key={url}
        kind={type}
        url={url}
        name={name}
        poster={type === 'video' ? (sources.big?.src ?? null) : null}
        tracks={[]}
        isEager={!isCard}
        cover={<Thumb kind={type} size="lg" src={guest.thumbOf(item)} />}
      />
    )
  }
  if (type === 'text') return <GuestText item={item} />
  if (type === 'pdf' && navigator.pdfViewerEnabled) {
    // A sandbox would stop the browser's PDF viewer; the file's own policy lets no script run.
    // eslint-disable-next-line react/iframe-missing-sandbox
    return <iframe key={url} className="paper" src={url} title={t('preview.frame', { name })} />
  }
  return (
    <StageCard kind={kindOf(item)} title={t('preview.cannotShow')} text={t('preview.downloadInstead')}>
      <a className="button primary" href={guest.fileUrl(item)} download={name}>
        <Download className="icon" aria-hidden="true" />
        <span className="label">{t('action.download')}</span>
      </a>
    </StageCard>
  )
})

const GuestText = observer(function GuestText({ item }: { item: Item }) {
  const { guest } = useGuest()
  const { t, tell } = useTexts()
  const { value: content, error } = guest.text
  useEffect(() => void guest.loadText(item), [guest, item])
  if (error) return <StageCard kind="text" title={tell(messageOf(error))} />
  if (content === null)
    return (
      <span className="stage-wait" role="status">
        {t('preview.loading')}
      </span>
    )
  if (content === '') return <StageCard kind="text" title={t('preview.empty')} />
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keys
    <pre className="text-sheet" tabIndex={0} dir="auto" aria-label={t('preview.text', { name: item.name })}>
      {content}
    </pre>
  )
})
