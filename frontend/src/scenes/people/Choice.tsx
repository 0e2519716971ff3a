import { useId } from 'react'

export interface ChoiceProps {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

export function Choice({ label, isOn, isDisabled = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <span className="choice">
      <input
        id={id}
        type="checkbox"
        className="check"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
