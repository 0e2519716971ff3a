import { type FormEvent, useCallback } from 'react'
import type { PersonForm } from '../../stores/people/PersonForm.ts'
import { useFirstWrong } from '../settings/useFirstWrong.ts'
import { useLeaveQuestion } from '../frame/useLeaveQuestion.ts'
import { useSaving } from '../settings/useSaving.ts'

/** Saves a person's form: checks it, sends it, shows errors beside their fields, and focuses the first. */
export function usePersonForm(form: PersonForm, send: () => Promise<unknown>) {
  const { form: element, showFirstWrong } = useFirstWrong()
  const { state, save } = useSaving()
  useLeaveQuestion(useCallback(() => form.isDirty, [form]))
  const submit = async () => {
    if (state === 'saving') return
    if (!(await form.check())) return showFirstWrong()
    const isSaved = await save(async () => {
      try {
        await send()
      } catch (error) {
        form.refuse(error)
        throw error
      }
    })
    if (!isSaved) showFirstWrong()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  // An error is shown beside its field, otherwise at the end of the form.
  return { element, handleSubmit, state: typeof state === 'object' ? (form.troubles.form ?? 'idle') : state }
}
