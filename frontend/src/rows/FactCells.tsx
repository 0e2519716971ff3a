/** The last columns of a row: size and time as texts, '' for an unknown one. */
export function FactCells({ size, date }: { size: string; date: string }) {
  return (
    <>
      <span role="gridcell" className="size num-col">
        {size}
      </span>
      <span role="gridcell" className="date date-col">
        {date}
      </span>
    </>
  )
}
