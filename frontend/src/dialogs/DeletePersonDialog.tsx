import { observer } from 'mobx-react-lite'
import { useId, useRef, useState } from 'react'
import { messageOf } from '../api/error-message.ts'
import { ApiError } from '../api/http.ts'
import type { FilesFate } from '../api/users.ts'
import type { Message } from '../i18n/message.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'
import { peopleOf } from '../stores/PeopleStore.ts'
import { useSubmission } from './useSubmission.ts'
import { FormFailure } from './FormFailure.tsx'

const FATES: readonly FilesFate[] = ['keep', 'remove']

/**
 * Asks before a person is deleted, and what happens to their files. It also deletes them, so that a refusal is shown in
 * the dialog.
 */
export const DeletePersonDialog = observer(function DeletePersonDialog({
  person,
  close,
}: DialogComponentProps<'deletePerson'>) {
  const people = peopleOf(useRoot())
  const { t } = useTexts()
  const [fate, setFate] = useState<FilesFate>('keep')
  const { isBusy, failure, run } = useSubmission(refusal)
  const safe = useRef<HTMLButtonElement>(null)
  const handleSubmit = async () => {
    await people.remove(person.id, fate)
    close(true)
  }
  return (
    <Dialog
      title={t('people.deleteTitle', { name: person.username })}
      description={t('people.deleteLead')}
      initialFocus={safe}
      onClose={() => close(null)}
      onSubmit={() => void run(handleSubmit)}
      footer={
        <>
          <button ref={safe} type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button danger" aria-busy={isBusy}>
            {t(fate === 'keep' ? 'people.deleteVerb' : 'people.deleteVerbAll')}
          </button>
        </>
      }
    >
      <FateChoice scope={person.scope} fate={fate} onChange={setFate} />
      <FormFailure failure={failure} />
    </Dialog>
  )
})

interface FateChoiceProps {
  /** Where the files are. */
  scope: string
  fate: FilesFate
  onChange(fate: FilesFate): void
}

/** The choice of what happens to the person's files. */
function FateChoice({ scope, fate, onChange }: FateChoiceProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <fieldset className="fates">
      <legend className="strong">{t('people.fate', { scope: scope })}</legend>
      {FATES.map((one) => (
        <span key={one} className="choice">
          <input
            id={`${id}-${one}`}
            type="radio"
            className="radio"
            name={id}
            checked={fate === one}
            aria-describedby={`${id}-${one}-note`}
            onChange={() => onChange(one)}
          />
          <span>
            <label htmlFor={`${id}-${one}`}>{t(`people.fates.${one}`)}</label>
            <span className="small muted" id={`${id}-${one}-note`}>
              {t(`people.fates.${one}Lead`)}
            </span>
          </span>
        </span>
      ))}
    </fieldset>
  )
}

function refusal(error: unknown): Message {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'conflict') return { key: 'people.filesShared' }
  if (code === 'locked') return { key: 'people.busy' }
  if (code === 'notFound') return { key: 'people.gone' }
  return messageOf(error)
}
