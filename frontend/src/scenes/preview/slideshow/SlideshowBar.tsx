import { Pause, Play, X } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { SLIDE_SECONDS } from '../../../lib/media-memory.ts'
import type { Slideshow } from './useSlideshow.ts'

/** The controls of a slideshow, below its picture. */
export function SlideshowBar({ slideshow }: { slideshow: Slideshow }) {
  const { t } = useTexts()
  const { isPlaying, seconds, toggle, end, setSeconds } = slideshow
  return (
    <div className="slideshow-bar on-stage" role="group" aria-label={t('slideshow.title')}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'slideshow.pause' : 'slideshow.goOn')}
        onClick={toggle}
      />
      <Segmented
        label={t('slideshow.interval')}
        value={String(seconds)}
        choices={SLIDE_SECONDS.map((each) => ({
          value: String(each),
          label: t('slideshow.seconds', { number: each }),
        }))}
        onChoose={(chosen) => setSeconds(SLIDE_SECONDS.find((each) => String(each) === chosen) ?? seconds)}
      />
      <IconButton icon={X} label={`${t('slideshow.end')} (Esc)`} onClick={end} />
    </div>
  )
}
