// Reads tables from text files (RFC 4180, and what spreadsheets write).
import Papa from 'papaparse'
import { decodeText } from '../text-bytes.ts'
import { COLUMNS_MAX, numberIn, ROWS_MAX } from './cells.ts'

export interface Table {
  rows: string[][]
  /** The number of columns in the widest row. */
  columns: number
  /** The width of each column in characters, within limits. */
  widths: number[]
  /** Whether the first row looks like the names of the columns. */
  hasHead: boolean
  /** Whether there were more rows or columns than are shown. */
  isCut: boolean
}

/** How many rows decide the widths. */
const MEASURED_ROWS = 500
const WIDTH_MIN = 6
const WIDTH_MAX = 40
/** The delimiters to try. papaparse chooses the one with the most even rows. */
const DELIMITERS = [',', ';', '\t', '|']

/** The table in a file; null if the bytes are not text. The delimiter is detected. */
export function readTable(bytes: Uint8Array): Table | null {
  const decoded = decodeText(bytes)
  if (decoded === null) return null
  const { data } = Papa.parse<string[]>(decoded.text, {
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: true,
    preview: ROWS_MAX + 1,
  })
  const widest = data.reduce((most, row) => Math.max(most, row.length), 0)
  const rows = data.slice(0, ROWS_MAX)
  return {
    rows: widest > COLUMNS_MAX ? rows.map((row) => row.slice(0, COLUMNS_MAX)) : rows,
    columns: Math.min(widest, COLUMNS_MAX),
    widths: widthsOf(rows, Math.min(widest, COLUMNS_MAX)),
    hasHead: looksLikeHead(rows),
    isCut: data.length > ROWS_MAX || widest > COLUMNS_MAX,
  }
}

const widthsOf = (rows: readonly string[][], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) =>
    rows
      .slice(0, MEASURED_ROWS)
      .reduce((most, row) => Math.max(most, Math.min(WIDTH_MAX, row[column]?.length ?? 0)), WIDTH_MIN),
  )

/** Names of columns are texts, all different. */
function looksLikeHead([first = [], second]: readonly string[][]): boolean {
  const names = first.map((cell) => cell.trim())
  return (
    second !== undefined &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && numberIn(name) === null)
  )
}
