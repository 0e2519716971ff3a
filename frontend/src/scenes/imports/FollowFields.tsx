import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import { FEED_KINDS, VIDEO_PRESETS } from '../../../../backend/contract/import-kinds.ts'
import { CheckLine } from '../../components/CheckLine.tsx'
import { Field } from '../../components/Field.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { FollowsStore } from '../../stores/FollowsStore.ts'
import { FollowForm } from '../../stores/imports/FollowForm.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { TargetChoice } from './TargetChoice.tsx'

/** The field for the address of a feed, and what is imported from it. */
export const FollowFields = observer(function FollowFields({ follows }: { follows: FollowsStore }) {
  const { ui } = useRoot()
  const { t, tell } = useTexts()
  const [form] = useState(() => new FollowForm(follows))
  const { link, error, isBusy } = form
  const isEmpty = link.trim() === ''
  const submit = async () => {
    if (!isEmpty && !isBusy && (await form.submit())) ui.announce(t('imports.follows.added'))
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className="follow-form" onSubmit={handleSubmit} noValidate>
      <div className="follow-link">
        <Field
          label={t('imports.follows.link')}
          hint={t('imports.follows.lead')}
          {...(error === null ? {} : { error: tell(error) })}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={link}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => form.setLink(target.value)}
        />
        <button type="submit" className="button" disabled={isEmpty} aria-busy={isBusy}>
          <span className="label">{t('imports.follows.follow')}</span>
        </button>
      </div>
      <WatchButton form={form} />
      <details className="advanced-fold">
        <summary>{t('imports.follows.options')}</summary>
        <Options form={form} />
      </details>
    </form>
  )
})

/** Asks for a folder of the person's own, and has it watched. */
const WatchButton = observer(function WatchButton({ form }: { form: FollowForm }) {
  const { ui } = useRoot()
  const { t } = useTexts()
  const choose = async () => {
    const folder = await ui.ask('chooseFolder', { kind: 'watch', items: [{ path: '/.', name: '', isDir: false }] })
    if (folder !== null && (await form.watch(folder))) ui.announce(t('imports.follows.watched'))
  }
  return (
    <button type="button" className="button link" onClick={() => void choose()}>
      {t('imports.follows.watch')}
    </button>
  )
})

const Options = observer(function Options({ form }: { form: FollowForm }) {
  const { t } = useTexts()
  const { kind, preset, old } = form
  return (
    <div className="follow-options">
      <Segmented
        label={t('imports.follows.what')}
        value={kind}
        choices={FEED_KINDS.map((value) => ({ value, label: t(`imports.linkKind.${value}`) }))}
        onChoose={(chosen) => form.choose({ kind: chosen })}
      />
      {kind === 'link' ? null : (
        <Segmented
          label={t('imports.quality')}
          value={preset}
          choices={VIDEO_PRESETS.map((value) => ({ value, label: t(`imports.preset.${value}`) }))}
          onChoose={(chosen) => form.choose({ preset: chosen })}
        />
      )}
      <CheckLine label={t('imports.follows.old')} isOn={old} onChange={(isOn) => form.choose({ old: isOn })} />
      <TargetChoice form={form} usual="follows" />
    </div>
  )
})
