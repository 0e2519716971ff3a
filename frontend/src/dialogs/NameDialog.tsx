// Asks for a name: the common part of "new folder", "new file" and "rename".
import type { LucideIcon } from 'lucide-react'
import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { focusableRow } from '../lib/focus-row.ts'
import { type TypedAhead, typeInto } from '../lib/typed-ahead.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import { FormFooter } from './FormFooter.tsx'
import { type NameForm, useNameForm } from './useNameForm.ts'

export interface NameDialogProps {
  title: string
  icon: LucideIcon
  /** The field's label, for people who do not see the title. */
  label: string
  /** The label of the button. */
  verb: string
  initial?: string
  /** How many characters of `initial` are selected at first; all if omitted. */
  selected?: number
  /** What was typed before the dialog was there replaces the characters that would be selected. */
  typed?: TypedAhead | undefined
  /** Whether `initial` may be accepted unchanged. */
  isOffer?: boolean
  hint?: ReactNode
  isTaken(name: string): boolean
  /** Does the work; errors are shown below the field. */
  work(name: string): Promise<void>
  onClose(): void
}

export function NameDialog(props: NameDialogProps) {
  const {
    title,
    icon,
    label,
    verb,
    initial = '',
    selected = initial.length,
    typed,
    hint,
    isOffer = false,
    isTaken,
    work,
    onClose,
  } = props
  const finalFocus = useFinalFocus()
  const workThenFocus = (name: string) => finalFocus.onRow(() => work(name))
  const form = useNameForm({ initial, isOffer, isTaken, work: workThenFocus, onClose })
  return (
    <Dialog
      title={title}
      initialFocus={form.field}
      finalFocus={finalFocus.find}
      onClose={onClose}
      onSubmit={() => void form.submit()}
      footer={<FormFooter verb={verb} canSubmit={form.canSubmit} isBusy={form.isBusy} onCancel={onClose} />}
    >
      <NameField form={form} icon={icon} label={label} hint={hint} selected={selected} typed={typed} />
    </Dialog>
  )
}

/**
 * Moves the focus to the row with the new name, because the row that had it before is gone or was another one. If
 * another dialog is open below, that one decides.
 */
function useFinalFocus() {
  const { ui } = useRoot()
  const isForRow = useRef(false)
  return {
    /** Does the work. It may close the dialog itself. */
    async onRow(work: () => Promise<void>) {
      isForRow.current = ui.dialogs.length <= 1
      try {
        await work()
      } catch (error) {
        isForRow.current = false
        throw error
      }
    },
    find: () => (isForRow.current && focusableRow()) || true,
  } as const
}

interface NameFieldProps extends Pick<NameDialogProps, 'icon' | 'label' | 'hint' | 'typed'> {
  form: NameForm
  selected: number
}

function NameField({ form, icon: Icon, label, selected, typed, hint }: NameFieldProps) {
  const hintId = useId()
  const { field, text, problem } = form
  const isUntouched = useRef(true)
  const handleFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!isUntouched.current) return
    isUntouched.current = false
    currentTarget.setSelectionRange(0, selected)
    if (typed) typeInto(currentTarget, typed.take())
  }
  return (
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
          onChange={(event) => form.setText(event.target.value)}
        />
      </span>
      <span id={hintId} className={`hint ${problem ? 'bad' : ''}`} aria-live="polite">
        {problem ?? hint ?? ' '}
      </span>
    </div>
  )
}
