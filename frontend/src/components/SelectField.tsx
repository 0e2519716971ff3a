import { type ComponentProps, useId } from 'react'

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string
  hint?: string
}

/** A labelled select field; its options are the children. */
export function SelectField({ label, hint, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} className="input" aria-describedby={hint === undefined ? undefined : `${id}-note`}>
        {children}
      </select>
      {hint === undefined ? null : (
        <span className="hint" id={`${id}-note`}>
          {hint}
        </span>
      )}
    </div>
  )
}
