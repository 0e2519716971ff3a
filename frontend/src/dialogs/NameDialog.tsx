// Asks for a name: the frame of "new folder", "new file" and "rename".
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { messageOf } from '../api/error-message.ts'
import type { Message } from '../i18n/message.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { nameTrouble } from '../lib/name-trouble.ts'
import { Dialog } from './Dialog.tsx'

export interface NameDialogProps {
  title: string
  icon: LucideIcon
  /** What the field is called for those who do not see the title. */
  label: string
  /** The word on the button. */
  verb: string
  initial?: string
  /** How many letters of `initial` are selected at first; all when left out. */
  selected?: number
  hint?: ReactNode
  isTaken(name: string): boolean
  /** Does it; what it throws is said under the field. */
  work(name: string): Promise<void>
  onClose(): void
}

export function NameDialog({
  title,
  icon: Icon,
  label,
  verb,
  initial = '',
  selected,
  hint,
  isTaken,
  work,
  onClose,
}: NameDialogProps) {
  const { t, tell } = useTexts()
  const [text, setText] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const name = text.trim()
  const trouble = name === initial ? null : nameTrouble(name, isTaken)
  const problem = trouble ? t(`dialog.nameTrouble.${trouble}`) : failure ? tell(failure) : null
  const canSubmit = name !== '' && !trouble && !isBusy

  const isUntouched = useRef(true)
  const handleFocus = () => {
    if (isUntouched.current) field.current?.setSelectionRange(0, selected ?? initial.length)
    isUntouched.current = false
  }

  const handleSubmit = async () => {
    if (!canSubmit) return
    if (name === initial) return onClose()
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

  return (
    <Dialog
      title={title}
      initialFocus={field}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <button type="button" className="button plain" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!canSubmit} aria-busy={isBusy}>
            {verb}
          </button>
        </>
      }
    >
      <div className="field">
        <span className="input">
          <Icon className="icon" aria-hidden="true" />
          <input
            ref={field}
            value={text}
            aria-label={label}
            aria-invalid={problem !== null}
            aria-describedby={hintId}
            placeholder={label}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="auto"
            onFocus={handleFocus}
            onChange={(event) => {
              setText(event.target.value)
              setFailure(null)
            }}
          />
        </span>
        <span id={hintId} className={`hint ${problem ? 'bad' : ''}`} aria-live="polite">
          {problem ?? hint ?? ' '}
        </span>
      </div>
    </Dialog>
  )
}
