import type { Ref } from 'react'
import { useTexts } from '../i18n/useTexts.ts'

export interface FormFooterProps {
  /** The label of the submit button. */
  verb: string
  canSubmit: boolean
  isBusy: boolean
  submitRef?: Ref<HTMLButtonElement>
  onCancel(): void
}

/** The buttons below a form: cancel and submit. */
export function FormFooter({ verb, canSubmit, isBusy, submitRef, onCancel }: FormFooterProps) {
  const { t } = useTexts()
  return (
    <>
      <button type="button" className="button plain" onClick={onCancel}>
        {t('action.cancel')}
      </button>
      <button ref={submitRef} type="submit" className="button primary" disabled={!canSubmit} aria-busy={isBusy}>
        {verb}
      </button>
    </>
  )
}
