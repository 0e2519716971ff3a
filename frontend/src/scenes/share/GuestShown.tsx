import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { guestUrl } from '../../lib/paths.ts'
import { NO_TURNING, type Turning } from '../preview/Stage.tsx'
import type { FileSource, ViewerProps } from '../preview/viewer.ts'
import { VIEWERS, viewerOf } from '../preview/viewers.tsx'
import { useGuest } from './useGuest.ts'

export interface GuestShownProps extends Partial<Pick<ViewerProps, 'onSwipe' | 'onPicture' | 'onSlideshow'>> {
  item: Item
  turning?: Turning
  /** On the card of one file: nothing moves or plays by itself. */
  isCard?: boolean
}

const stayPut = () => undefined

/** A shared file, in the viewer for its kind. */
export const GuestShown = observer(function GuestShown({
  item,
  turning = NO_TURNING,
  isCard = false,
  onSwipe = stayPut,
  ...tell
}: GuestShownProps) {
  const source = useSharedSource(item)
  const Viewer = VIEWERS[viewerOf(item)]
  return <Viewer item={item} source={source} turning={turning} isCard={isCard} onSwipe={onSwipe} {...tell} />
})

function useSharedSource(item: Item): FileSource {
  const { guest, settings } = useGuest()
  const { t } = useTexts()
  const pictures = guest.pictures.sourcesOf(item)
  return {
    pictures,
    poster: item.type === 'video' ? (pictures.big?.src ?? null) : null,
    thumbOf: (other) => guest.pictures.thumbOf(other),
    tile: <Thumb kind={kindOf(item)} size="lg" src={guest.pictures.thumbOf(item)} />,
    subtitleUrl: guest.subtitleUrl,
    readText: () => guest.readText(item),
    memoryKey: `${guest.hash} ${item.path}`,
    readBytes: (signal) => guest.readBytes(item, signal),
    // A single shared file has no others beside it.
    beside:
      guest.folder === null
        ? null
        : {
            bytesUrl: (path) => guest.fileUrl({ path }, true),
            pageUrl: (path, isDir) => settings.BaseURL + guestUrl(guest.hash, path, isDir),
          },
    downloadButton: (
      <a className="button primary" href={guest.fileUrl(item)} download={item.name}>
        <Download className="icon" aria-hidden="true" />
        <span className="label">{t('action.download')}</span>
      </a>
    ),
  }
}
