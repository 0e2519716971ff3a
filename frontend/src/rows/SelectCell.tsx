export interface SelectCellProps {
  /** The label for screen readers, which names the row. */
  label: string
  isSelected: boolean
  /** Called with whether everything since the last picked row is meant. */
  onPick(isRange: boolean): void
}

/** The check box at the start of a row. */
export function SelectCell(props: SelectCellProps) {
  return (
    <span role="gridcell" className="cell">
      <SelectBox {...props} />
    </span>
  )
}

/** The check box alone. Tab skips it, because Space selects in a grid. */
export function SelectBox({ label, isSelected, onPick, className = '' }: SelectCellProps & { className?: string }) {
  return (
    <input
      type="checkbox"
      className={`check ${className}`}
      aria-label={label}
      checked={isSelected}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onPick(event.shiftKey)
      }}
      onChange={() => undefined}
    />
  )
}
