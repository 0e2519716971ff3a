import { Captions } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../../components/IconButton.tsx'
import { Menu } from '../../../components/Menu.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { CUE_SIZES } from '../../../lib/media-memory.ts'
import { type MediaState, SPEEDS } from '../../../stores/media/MediaState.ts'
import type { Cues } from './useCues.ts'

export const SpeedMenu = observer(function SpeedMenu({ media }: { media: MediaState }) {
  const { t } = useTexts()
  const { language } = useTranslation()
  const words = (rate: number) => t('player.times', { rate: rate.toLocaleString(language) })
  const label = `${t('player.speed', { rate: words(media.rate) })} (< >)`
  return (
    <Menu
      title={t('player.speedTitle')}
      align="end"
      trigger={
        <button type="button" className="icon-button speed num" aria-label={label} title={label}>
          {words(media.rate)}
        </button>
      }
      groups={[
        SPEEDS.map((rate) => ({
          id: String(rate),
          label: words(rate),
          isChecked: rate === media.rate,
          run: () => media.setRate(rate),
        })),
      ]}
    />
  )
})

/** Which subtitles are shown, and their text size. Nothing if there are none. */
export function SubtitlesMenu({ cues }: { cues: Cues }) {
  const { t } = useTexts()
  const { tracks, shown, size, show, setSize } = cues
  if (tracks.length === 0) return null
  const choices = [{ src: null, label: t('player.noSubtitles'), language: '' }, ...tracks]
  return (
    <Menu
      title={t('preview.subtitles')}
      align="end"
      trigger={
        <IconButton icon={Captions} className={shown === null ? '' : 'is-on'} label={`${t('preview.subtitles')} (C)`} />
      }
      groups={[
        choices.map(({ src, label }) => ({
          id: src ?? '',
          label,
          isChecked: src === shown,
          run: () => show(src),
        })),
        CUE_SIZES.map((each) => ({
          id: each,
          label: t(`player.cueSize.${each}`),
          isChecked: each === size,
          run: () => setSize(each),
        })),
      ]}
    />
  )
}
