// The cells of a table: their limits, their names, and their order.

/** Limits of what is read of a table. */
export const ROWS_MAX = 500_000
export const COLUMNS_MAX = 200
/** The value of a cell with a number: `1,234.5`, `1.234,5`, `-3`, `12 %`, `€ 5`; null for anything else. */
export function numberIn(cell: string): number | null {
  const text = cell.replaceAll(/[\s€$£¥%]/g, '')
  if (!/^[+-]?\d[\d.,]*$/.test(text)) return null
  const decimal = /[.,](?=\d*$)/.exec(text)?.[0]
  const isThousands =
    decimal !== undefined && new RegExp(`\\${decimal}\\d{3}$`).test(text) && text.split(decimal).length > 2
  const plain = [...text].filter((sign) => /[\d+-]/.test(sign) || (sign === decimal && !isThousands)).join('')
  const value = Number(plain.replace(',', '.'))
  return Number.isNaN(value) ? null : value
}

/** How to sort. `language`: that of the page (BCP 47), which a worker cannot ask for. */
export interface TableOrder {
  isDown: boolean
  language: string
}

/** The order of rows by the cells of one column: numbers by value, then texts; empty cells last. */
export function orderOf(cells: readonly string[], { isDown, language }: TableOrder): Uint32Array<ArrayBuffer> {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const numbers = cells.map(numberIn)
  const rank = (index: number) => (cells[index] === '' ? 2 : numbers[index] === null ? 1 : 0)
  const sign = isDown ? -1 : 1
  const compare = (a: number, b: number): number => {
    const between = rank(a) - rank(b)
    if (between !== 0) return between
    const [left, right] = [numbers[a] ?? null, numbers[b] ?? null]
    if (left !== null && right !== null) return sign * (left - right) || a - b
    return sign * collator.compare(cells[a] ?? '', cells[b] ?? '') || a - b
  }
  return Uint32Array.from(cells.keys()).sort(compare)
}

/** The name of a column as in spreadsheets: 0 is A, 26 is AA. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
