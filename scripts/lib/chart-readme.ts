// README of the chart: its text, and a table of all values with their comments, made from values.yaml.
import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml'

export const CHART_VALUES = 'charts/nido/values.yaml'
export const CHART_README = 'charts/nido/README.md'

export interface ValueRow {
  /** Such as `api.image.tag`. */
  name: string
  /** As YAML in one line. */
  standard: string
  about: string
}

/** Values that are told in one row, whatever is in them. */
const TOGETHER = /^(?:.*\.resources|pods\.securityContext|metrics\.dashboard\.labels)$/

/** Every value in the text of a values.yaml, with its comment; values below a commented map inherit nothing. */
export function valueRows(text: string): ValueRow[] {
  const document = parseDocument(text)
  return isMap(document.contents) ? rowsOf(document.contents, '', document.commentBefore ?? '') : []
}

function rowsOf(map: YAMLMap, above: string, first: string): ValueRow[] {
  return map.items.flatMap((item, index) => {
    const { key, value } = item as Pair
    if (!isScalar(key)) return []
    const name = `${above}${String(key.value)}`
    // The comment before the first key belongs to the map that it is in.
    const comment = key.commentBefore ?? (index === 0 ? (map.commentBefore ?? first) : '')
    const about = comment.replaceAll(/\s*\n\s*/g, ' ').trim()
    if (isMap(value) && value.items.length > 0 && !TOGETHER.test(name)) {
      const inner = rowsOf(value, `${name}.`, '')
      return about === '' ? inner : [{ name, standard: '', about }, ...inner]
    }
    return [{ name, standard: inOneLine(value), about }]
  })
}

const inOneLine = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true }).trim()

/** The text with the table in the place of what is between its two marks. */
export function withTable(readme: string, rows: ValueRow[]): string {
  const escape = (words: string) => words.replaceAll('|', '\\|')
  const table = [
    '| Value | Default | |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ name, standard, about }) => `| \`${name}\` | ${standard && `\`${escape(standard)}\``} | ${escape(about)} |`,
    ),
  ].join('\n')
  return readme.replace(
    /(<!-- values -->\n)[^]*(\n<!-- end of values -->)/,
    (_, begin: string, end: string) => `${begin}\n${table}\n${end}`,
  )
}
