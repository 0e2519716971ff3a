export interface CheckLineProps {
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
}

/** A check box with a label. */
export function CheckLine({ label, isOn, onChange }: CheckLineProps) {
  return (
    <label className="line">
      <input type="checkbox" className="check" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
