export interface SelectCellProps {
  /** The label for screen readers, which names the row. */
  label: string
  isSelected: boolean
  /** Called with whether everything since the last picked row is meant. */
  onPick(isRange: boolean): void
}

/** The checkbox of a row. Tab skips it, because in a grid Space selects. */
export function SelectCell({ label, isSelected, onPick }: SelectCellProps) {
  return (
    <span role="gridcell" className="cell">
      <input
        type="checkbox"
        className="check"
        aria-label={label}
        checked={isSelected}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation()
          onPick(event.shiftKey)
        }}
        onChange={() => undefined}
      />
    </span>
  )
}
