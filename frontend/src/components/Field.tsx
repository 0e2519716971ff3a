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

/** Browsers take years of six digits, which no date here may have. */
const LAST_DAY = '9999-12-31'

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
          max={input.max ?? (input.type === 'date' ? LAST_DAY : undefined)}
          id={id}
          ref={inputRef}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {end}
      </span>
      {note === undefined ? null : (
        <span
          // Screen readers announce an alert that appears, but not an element that becomes one.
          key={error === undefined ? 'hint' : 'error'}
          className={`hint ${error === undefined ? (isGood ? 'good' : '') : 'bad'}`}
          id={`${id}-note`}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </span>
      )}
    </div>
  )
}
