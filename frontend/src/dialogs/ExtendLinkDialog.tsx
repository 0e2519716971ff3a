import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import type { LinkOptions } from '../api/shares.ts'
import { Field } from '../components/Field.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { nameOfLink } from '../lib/links.ts'
import { linkListsOf } from '../stores/LinkListsStore.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import { FormFooter } from './FormFooter.tsx'
import type { DialogComponentProps } from './index.tsx'
import { ExpiryChoice } from './share/ExpiryChoice.tsx'
import { type Duration, isCount } from './share/LinkFields.tsx'
import { useSubmission } from './useSubmission.ts'
import { FormFailure } from './FormFailure.tsx'

const A_WEEK: Duration = { count: '7', unit: 'days' }

/** Extends a link that has ended: for a time, and for more downloads if those had run out. */
export const ExtendLinkDialog = observer(function ExtendLinkDialog({
  link,
  close,
}: DialogComponentProps<'extendLink'>) {
  const links = linkListsOf(useRoot())
  const { t } = useTexts()
  const isUsedUp = link.limit > 0 && link.downloads >= link.limit
  const [duration, setDuration] = useState(A_WEEK)
  const [more, setMore] = useState('1')
  const { isBusy, failure, run } = useSubmission()
  const submit = useRef<HTMLButtonElement>(null)
  const isRight = isCount(duration.count) && isCount(more)
  const handleSubmit = async () => {
    await links.change(link.hash, wishOf(link, duration, isUsedUp ? more : null))
    close(true)
  }
  return (
    <Dialog
      title={t('links.extendTitle', { name: nameOfLink(link) || t('links.root') })}
      description={t('links.extendLead')}
      initialFocus={submit}
      onClose={() => close(null)}
      onSubmit={() => isRight && void run(handleSubmit)}
      footer={
        <FormFooter
          verb={t('links.extend')}
          canSubmit={isRight}
          isBusy={isBusy}
          submitRef={submit}
          onCancel={() => close(null)}
        />
      }
    >
      <ExpiryChoice value={duration} onChange={setDuration} />
      {isUsedUp ? <MoreDownloadsField value={more} onChange={setMore} /> : null}
      <FormFailure failure={failure} />
    </Dialog>
  )
})

/** `more`: how many downloads are added; 0 for no limit, null for no change. */
function wishOf(link: ShareLink, { count, unit }: Duration, more: string | null): LinkOptions {
  const expiry = { expires: count.trim(), unit }
  if (more === null) return expiry
  return { ...expiry, limit: Number(more) === 0 ? 0 : link.downloads + Number(more) }
}

function MoreDownloadsField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTexts()
  return (
    <Field
      label={t('links.more')}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(isCount(value) ? { hint: t('links.moreHint') } : { error: t('share.notACount') })}
    />
  )
}
