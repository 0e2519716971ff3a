import { Clapperboard } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { VIDEO_PRESETS } from '../../../../../backend/contract/import-kinds.ts'
import { CheckLine } from '../../../components/CheckLine.tsx'
import { Field } from '../../../components/Field.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { ImportForm } from '../../../stores/imports/ImportForm.ts'
import { ImportPanel } from '../ImportPanel.tsx'
import { LinkField } from '../LinkField.tsx'
import { PartFields } from './PartFields.tsx'
import { VideoPreview } from './VideoPreview.tsx'

const LINK_KINDS = ['auto', 'video', 'link'] as const

/** The large field for links, and the options for what they lead to. */
export const VideoFields = observer(function VideoFields({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  return (
    <ImportPanel
      form={form}
      icon={Clapperboard}
      label={t('imports.newVideo')}
      title={t('imports.pasteLinks')}
      usual="videos"
    >
      <LinkField form={form} label={t('imports.links')} isMain />
      <VideoPreview form={form} />
      <WishFields form={form} />
      <Advanced form={form} />
    </ImportPanel>
  )
})

/** What the links lead to, and in which quality videos come. */
const WishFields = observer(function WishFields({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  const { video, kind } = form
  return (
    <div className="line video-wish">
      <Segmented
        label={t('imports.whatLinksAre')}
        value={kind ?? 'auto'}
        choices={LINK_KINDS.map((value) => ({ value, label: t(`imports.linkKind.${value}`) }))}
        onChoose={(chosen) => form.setKind(chosen === 'auto' ? null : chosen)}
      />
      {kind === 'link' ? null : (
        <>
          <Segmented
            label={t('imports.quality')}
            value={video.preset}
            choices={VIDEO_PRESETS.map((value) => ({ value, label: t(`imports.preset.${value}`) }))}
            onChoose={(preset) => form.chooseVideo({ preset })}
          />
          <CheckLine
            label={t('imports.subtitles')}
            isOn={video.subtitles}
            onChange={(subtitles) => form.chooseVideo({ subtitles })}
          />
          <CheckLine
            label={t('imports.entries')}
            isOn={video.entries}
            onChange={(entries) => form.chooseVideo({ entries })}
          />
          {video.entries ? null : <PartFields form={form} />}
        </>
      )}
    </div>
  )
})

/** What few people need. */
const Advanced = observer(function Advanced({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  const { checksum, isChecksumWrong, kind } = form
  if (kind === 'video') return null
  return (
    <details className="advanced-fold">
      <summary>{t('imports.advanced')}</summary>
      <Field
        label={t('imports.checksum.label')}
        hint={t('imports.checksum.lead')}
        {...(isChecksumWrong ? { error: t('imports.checksum.wrong') } : {})}
        value={checksum}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => form.setChecksum(target.value)}
      />
    </details>
  )
})
