// Serialises JSON in pieces: a folder of 100,000 entries is twenty megabytes of text, and writing it at once would
// block everybody else.

/** Items or characters of one piece: well under a millisecond of work. */
const ITEMS = 200
const CHARACTERS = 64 * 1024

/** The text of `JSON.stringify`, with long lists and long texts of the first level split. `value` is plain data. */
export function* jsonPieces(value: object): Generator<string> {
  if (Array.isArray(value)) return yield* piecesOfList(value)
  let before = '{'
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (field === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (Array.isArray(field)) yield* piecesOfList(field)
    else if (typeof field === 'string') yield* piecesOfText(field)
    else yield JSON.stringify(field)
  }
  yield before === '{' ? '{}' : '}'
}

function* piecesOfList(list: readonly unknown[]): Generator<string> {
  yield '['
  for (let at = 0; at < list.length; at += ITEMS)
    yield (at === 0 ? '' : ',') + JSON.stringify(list.slice(at, at + ITEMS)).slice(1, -1)
  yield ']'
}

// If a cut separates a surrogate pair, each half is escaped separately; together they are the character again.
function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; at += CHARACTERS)
    yield JSON.stringify(text.slice(at, at + CHARACTERS)).slice(1, -1)
  yield '"'
}
