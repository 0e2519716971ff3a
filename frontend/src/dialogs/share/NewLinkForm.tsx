import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { messageOf } from '../../api/error-message.ts'
import type { Message } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Dialog } from '../Dialog.tsx'
import { DurationFields, isCount, LimitField, LinkPasswordField, NO_END } from './LinkFields.tsx'
import { ShareHeading } from './ShareHeading.tsx'

export interface NewLinkFormProps {
  item: Item
  onMade(link: ShareLink): void
  onCancel(): void
  onClose(): void
}

/** A new link: nothing has to be said, Enter makes it. */
export const NewLinkForm = observer(function NewLinkForm({ item, onMade, onCancel, onClose }: NewLinkFormProps) {
  const { shares } = useRoot()
  const { t, tell } = useTexts()
  const [duration, setDuration] = useState(NO_END)
  const [password, setPassword] = useState('')
  const [limit, setLimit] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const make = useRef<HTMLButtonElement>(null)
  const isRight = isCount(duration.count) && isCount(limit)
  const handleSubmit = async () => {
    if (!isRight || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      onMade(
        await shares.create(item.path, {
          expires: duration.count.trim(),
          unit: duration.unit,
          password: password.trim(),
          limit: Number(limit),
        }),
      )
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={<ShareHeading item={item} />}
      description={t('share.newLead')}
      width={440}
      initialFocus={make}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <button type="button" className="button plain" onClick={onCancel}>
            {t('action.cancel')}
          </button>
          <button ref={make} type="submit" className="button primary" disabled={!isRight} aria-busy={isBusy}>
            {t('share.make')}
          </button>
        </>
      }
    >
      <DurationFields value={duration} onChange={setDuration} />
      <LinkPasswordField value={password} onChange={setPassword} hint={t('share.passwordHint')} />
      <LimitField value={limit} onChange={setLimit} hint={t('share.limitHint')} />
      {failure === null ? null : (
        <p className="notice bad" role="alert">
          {tell(failure)}
        </p>
      )}
    </Dialog>
  )
})
