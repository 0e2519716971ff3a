export interface SegmentedProps<Value extends string> {
  /** Read by screen readers before the choices. */
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChoose(value: Value): void
}

/** A choice of one among a few, all visible. */
export function Segmented<Value extends string>({ label, value, choices, onChoose }: SegmentedProps<Value>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
