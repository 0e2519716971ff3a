import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { copyText, type Copied } from '../../lib/copy-text.ts'
import { linkListsOf } from '../../stores/LinkListsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Dialog } from '../Dialog.tsx'
import { FormFooter } from '../FormFooter.tsx'
import { useSubmission } from '../useSubmission.ts'
import { FormFailure } from '../FormFailure.tsx'
import { ExpiryChoice } from './ExpiryChoice.tsx'
import { isCount, LimitField, LinkPasswordField, NO_END } from './LinkFields.tsx'
import { ShareHeading } from './ShareHeading.tsx'

export interface NewLinkFormProps {
  item: Item
  /** `copying`: whether its address is on the clipboard. */
  onMade(link: ShareLink, copying: Promise<Copied>): void
  onCancel(): void
  onClose(): void
}

/** A new link. All fields are optional, Enter creates it. */
export const NewLinkForm = observer(function NewLinkForm({ item, onMade, onCancel, onClose }: NewLinkFormProps) {
  const root = useRoot()
  const { api } = root
  const { t } = useTexts()
  const [duration, setDuration] = useState(NO_END)
  const [password, setPassword] = useState('')
  const [limit, setLimit] = useState('')
  const { isBusy, failure, run } = useSubmission()
  const make = useRef<HTMLButtonElement>(null)
  const isRight = isCount(duration.count) && isCount(limit)
  const handleSubmit = async () => {
    const making = linkListsOf(root).create(item.path, {
      expires: duration.count.trim(),
      unit: duration.unit,
      password: password.trim(),
      limit: Number(limit),
    })
    // Begun in the click: when the link is there, WebKit no longer allows it.
    const copying = copyText(making.then(({ hash }) => api.shares.pageUrl(hash)))
    onMade(await making, copying)
  }
  return (
    <Dialog
      title={<ShareHeading item={item} />}
      description={t('share.newLead')}
      width={440}
      initialFocus={make}
      onClose={onClose}
      onSubmit={() => isRight && void run(handleSubmit)}
      footer={
        <FormFooter verb={t('share.make')} canSubmit={isRight} isBusy={isBusy} submitRef={make} onCancel={onCancel} />
      }
    >
      <ExpiryChoice value={duration} onChange={setDuration} />
      <LinkPasswordField value={password} onChange={setPassword} hint={t('share.passwordHint')} />
      <LimitField value={limit} onChange={setLimit} hint={t('share.limitHint')} />
      <FormFailure failure={failure} />
    </Dialog>
  )
})
