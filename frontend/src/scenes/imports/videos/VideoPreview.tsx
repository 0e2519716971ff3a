import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { FoundVideo } from '../../../../../backend/contract/imports.ts'
import { Thumb } from '../../../components/Thumb.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { playingTime } from '../../../lib/clock.ts'
import { importErrorKey } from '../../../stores/imports/ends.ts'
import type { ImportForm } from '../../../stores/imports/ImportForm.ts'
import { importsOf } from '../../../stores/ImportsStore.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { EntryChooser } from './EntryChooser.tsx'

/** What is at the link that is typed. It can be imported before this is known. */
export const VideoPreview = observer(function VideoPreview({ form }: { form: ImportForm }) {
  const { known } = importsOf(useRoot())
  const { look, typedVideo, video } = form
  const { entries } = video
  const canLook = known.worker && !known.missing.includes('yt-dlp')
  useEffect(
    () => (canLook && typedVideo !== '' ? look.at(typedVideo, entries) : undefined),
    [look, canLook, typedVideo, entries],
  )
  return (
    <div className="video-look" aria-busy={look.isWaiting}>
      {/* Always there, so that screen readers hear what comes into it. */}
      <div role="status">
        <Look form={form} />
      </div>
      <Entries form={form} />
    </div>
  )
})

const Look = observer(function Look({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  const { probe, isWaiting } = form.look
  if (isWaiting) return <p className="small muted">{t('imports.look.waiting')}</p>
  if (probe === null) return null
  if (probe.found !== null) return <Found form={form} id={probe.id} found={probe.found} />
  return <p className="small bad">{t(importErrorKey(probe.error?.code))}</p>
})

interface FoundProps {
  form: ImportForm
  /** The id of the look. */
  id: string
  found: FoundVideo
}

const Found = observer(function Found({ form, id, found }: FoundProps) {
  const imports = importsOf(useRoot())
  const { t } = useTexts()
  const { preset } = form.video
  const { title, duration, hasPicture, listed, entries } = found
  const facts = [
    ...(duration === null ? [] : [playingTime(duration)]),
    ...(entries.length > 0 ? [t('imports.look.entries', { count: listed })] : []),
  ]
  return (
    <div className="line found">
      <span className="cover">
        <Thumb
          kind={preset === 'mp3' || preset === 'm4a' ? 'audio' : 'video'}
          size="fill"
          src={hasPicture ? imports.calls.probePictureUrl(id) : null}
        />
      </span>
      <div>
        <p className="strong" dir="auto">
          {title === '' ? t('imports.look.noTitle') : title}
        </p>
        {facts.length === 0 ? null : <p className="small muted num">{facts.join(' · ')}</p>}
      </div>
    </div>
  )
})

/** The entries of a playlist to choose from, or the way to them. */
const Entries = observer(function Entries({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  const found = form.look.probe?.found ?? null
  if (found === null) return null
  const { entries, listed } = found
  if (entries.length > 0) return <EntryChooser look={form.look} found={found} />
  if (listed < 2) return null
  return (
    <button type="button" className="button link" onClick={() => form.chooseVideo({ entries: true })}>
      {t('imports.look.chooseFrom', { count: listed })}
    </button>
  )
})
