// Which elements of the page the rows of a long list have. A row keeps its element while it is in the page, and rows
// that come in the place of others take over theirs: changing the texts of a row takes far less time and memory than
// making a row.

/** What tells a row from the others. */
export type RowId = string | number

/** A row with React's key of its element. */
export type KeyedRow = readonly [id: RowId, key: number]

/**
 * The rows that are wanted, with their keys. `before`: those in the page. Between two rows that stay, rows that come
 * take the keys of rows that go. So no element is moved by the browser, which would take the focus from it.
 */
export function reusedKeys(before: readonly KeyedRow[], wanted: readonly RowId[]): KeyedRow[] {
  const isWanted = new Set(wanted)
  const own = new Map(before)
  const free = new Map<RowId | null, number[]>()
  let last = Math.max(0, ...own.values())
  let after: RowId | null = null
  for (const [id, key] of before)
    if (isWanted.has(id)) after = id
    else free.set(after, [...(free.get(after) ?? []), key])
  after = null
  return wanted.map((id) => {
    const key = own.get(id)
    if (key !== undefined) after = id
    // Only the first of two rows with the same name gets it.
    own.delete(id)
    return [id, key ?? free.get(after)?.shift() ?? (last += 1)]
  })
}
