import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { messageOf } from '../api/error-message.ts'
import { Field } from '../components/Field.tsx'
import type { Message } from '../i18n/message.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { nameOfLink } from '../lib/links.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'
import { type Duration, DurationFields, isCount } from './share/LinkFields.tsx'

const A_WEEK: Duration = { count: '7', unit: 'days' }

/** Makes a link that has ended work again: for a time, and for more downloads where these had ended it. */
export const ExtendLinkDialog = observer(function ExtendLinkDialog({
  link,
  close,
}: DialogComponentProps<'extendLink'>) {
  const { shares } = useRoot()
  const { t, tell } = useTexts()
  const isUsedUp = link.limit > 0 && link.downloads >= link.limit
  const [duration, setDuration] = useState(A_WEEK)
  const [more, setMore] = useState('1')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const isRight = isCount(duration.count) && isCount(more)
  const handleSubmit = async () => {
    if (!isRight || isBusy) return
    setBusy(true)
    const limit = Number(more) === 0 ? 0 : link.downloads + Number(more)
    try {
      await shares.change(link.hash, {
        expires: duration.count.trim(),
        unit: duration.unit,
        ...(isUsedUp ? { limit } : {}),
      })
      close(true)
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('links.extendTitle', { name: nameOfLink(link) || t('links.root') })}
      description={t('links.extendLead')}
      initialFocus={first}
      onClose={() => close(null)}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <button type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!isRight} aria-busy={isBusy}>
            {t('links.extend')}
          </button>
        </>
      }
    >
      <DurationFields value={duration} onChange={setDuration} inputRef={first} />
      {isUsedUp ? (
        <Field
          label={t('links.more')}
          inputMode="numeric"
          autoComplete="off"
          value={more}
          onChange={(event) => setMore(event.target.value)}
          {...(isCount(more) ? { hint: t('links.moreHint') } : { error: t('share.notACount') })}
        />
      ) : null}
      {failure === null ? null : (
        <p className="notice bad" role="alert">
          {tell(failure)}
        </p>
      )}
    </Dialog>
  )
})
