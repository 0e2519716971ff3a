// Audit exports: a table for spreadsheets, or one JSON entry per line.
import type { AUDIT_FORMATS, AuditEntry } from '../../../contract/audit.ts'
import { toLine } from './objects.ts'

export type ExportFormat = Exclude<(typeof AUDIT_FORMATS)[number], 'json'>

const COLUMNS: readonly [name: string, of: (entry: AuditEntry) => string | number | undefined][] = [
  ['time', ({ time }) => time],
  ['kind', ({ kind }) => kind],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason],
  ['who', ({ who }) => who?.name],
  ['whoId', ({ who }) => who?.id],
  ['actor', ({ actor }) => actor?.name],
  ['actorId', ({ actor }) => actor?.id],
  ['address', ({ address }) => address],
  ['device', ({ device }) => device],
  ['path', ({ path }) => path],
  ['link', ({ link }) => link],
  ['fields', ({ fields }) => fields?.join(' ')],
  ['count', ({ count }) => count],
  ['bytes', ({ bytes }) => bytes],
  ['id', ({ id }) => id],
]

/** The text of an export, in pieces. */
export async function* exported(bunches: AsyncIterable<AuditEntry[]>, format: ExportFormat): AsyncGenerator<string> {
  if (format === 'csv') yield row(COLUMNS.map(([name]) => name))
  for await (const entries of bunches) {
    const text = entries
      .map((entry) => (format === 'csv' ? row(COLUMNS.map(([, of]) => cell(of(entry)))) : toLine(entry)))
      .join('')
    if (text !== '') yield text
  }
}

/** RFC 4180 section 2. */
const row = (cells: readonly string[]): string =>
  `${cells.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`

/** An apostrophe before a text that a spreadsheet would take for a formula. */
function cell(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value)
  return value !== undefined && /^[=+\-@\t\r]/.test(value) ? `'${value}` : (value ?? '')
}
