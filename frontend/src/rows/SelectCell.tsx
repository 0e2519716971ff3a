export interface SelectCellProps {
  /** What a screen reader says: whose box it is. */
  label: string
  isSelected: boolean
  /** Called with whether everything from the last picked row on is meant. */
  onPick(isRange: boolean): void
}

/** The box at the beginning of a row. Tab passes it: in a grid Space selects. */
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
