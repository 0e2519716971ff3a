// A table in a text file (RFC 4180, and what spreadsheets write).
import Papa from 'papaparse'
import { decodeText } from '../text-bytes.ts'
import { COLUMNS_MAX, numberIn, ROWS_MAX } from './cells.ts'

export interface Table {
  rows: string[][]
  /** How many columns the widest row has. */
  columns: number
  /** Characters that each column takes, within bounds. */
  widths: number[]
  /** Whether the first row looks like the names of the columns. */
  hasHead: boolean
  /** Whether there were more rows or columns than are shown. */
  isCut: boolean
}

/** Rows whose cells decide the widths. */
const MEASURED_ROWS = 500
const WIDTH_MIN = 6
const WIDTH_MAX = 40
/** Delimiters that are tried; papaparse takes the one that gives the most even rows. */
const DELIMITERS = [',', ';', '\t', '|']

/** The table in a file's bytes; null where they are no text. Its delimiter is found out. */
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

/** Names of columns are words, all different. */
function looksLikeHead([first = [], second]: readonly string[][]): boolean {
  const names = first.map((cell) => cell.trim())
  return (
    second !== undefined &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && numberIn(name) === null)
  )
}
