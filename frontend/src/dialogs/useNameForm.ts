import { type RefObject, useRef, useState } from 'react'
import { messageOf } from '../api/error-message.ts'
import type { Message } from '../i18n/message.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { nameTrouble } from '../lib/name-trouble.ts'

export interface NameFormOptions {
  /** The initial name. */
  initial: string
  /** Whether `initial` may be accepted unchanged; otherwise that does nothing. */
  isOffer?: boolean
  isTaken(name: string): boolean
  /** Does the work with the name; an error becomes `problem`. */
  work(name: string): Promise<void>
  onClose(): void
}

export interface NameForm {
  field: RefObject<HTMLInputElement | null>
  text: string
  /** What is wrong with the name, or why the work failed. */
  problem: string | null
  isBusy: boolean
  canSubmit: boolean
  setText(text: string): void
  submit(): Promise<void>
}

/** The state of a form that asks for a name. */
export function useNameForm(options: NameFormOptions): NameForm {
  const { initial, isOffer = false, isTaken, work, onClose } = options
  const { t, tell } = useTexts()
  const [text, setText] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const name = text.trim()
  const trouble = name === initial ? null : nameTrouble(name, isTaken)
  const problem = trouble ? t(`dialog.nameTrouble.${trouble}`) : failure ? tell(failure) : null
  const canSubmit = name !== '' && !trouble && !isBusy
  const submit = async () => {
    if (!canSubmit) return
    if (name === initial && !isOffer) return onClose()
    setBusy(true)
    try {
      await work(name)
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
      field.current?.focus()
    }
  }
  const change = (changed: string) => {
    setText(changed)
    setFailure(null)
  }
  return { field, text, problem, isBusy, canSubmit, setText: change, submit }
}
