import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'ref'> {
  label: string
  /** Replaces the hint, so that nothing moves. */
  error?: string
  hint?: string
  /** The value is right, and the hint says so. */
  isGood?: boolean
  /** Shown before and after the input, inside its border. */
  start?: ReactNode
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled input with a hint or an error. */
export function Field({ label, error, hint, isGood = false, start, end, inputRef, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="input">
        {start}
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {end}
      </span>
      {note === undefined ? null : (
        <span className={`hint ${error === undefined ? (isGood ? 'good' : '') : 'bad'}`} id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  )
}
