// The text of a long listing after some changes: items are cut out and put in between the others, as they were written.
// An item begins with its path, which no text in it can look like, since JSON has no bare quotes in texts.
import { NO_TIME, type FolderResource, type Item } from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { Yielding } from '../../lib/yielding.ts'
import { childOf } from '../../storage/paths.ts'
import { presentFolder } from '../tree/items.ts'
import { comparisonFor } from '../tree/sorting.ts'
import { isVideo, type ListingChanges } from './listing-changes.ts'

const BEGIN = '{"path":"'
const [BEFORE, AFTER] = ['"items":[', '],"numDirs":']
const TIME = '"modified":"'
/** Items whose times are looked at in one go. */
const TIMES = 2_000
/** Bytes that are searched in one go. */
const SEARCHED = 1024 * 1024

/** Bytes of the text: `end` is not among them. */
interface Range {
  start: number
  end: number
}

/** What goes out of the text, or comes in before a byte. */
interface Edit extends Range {
  item: Item
  isNew: boolean
}

type Compare = (a: Item, b: Item) => number

/** The text of the folder as it is after the changes, in pieces; null where it has to be prepared anew. */
export async function patchListing(text: Buffer, changes: ListingChanges, sorting: Sorting): Promise<Buffer[] | null> {
  const old = new ListingText(text)
  const compare = comparisonFor(sorting)
  const turns = new Yielding()
  const edits: Edit[] = []
  for (const name of changes.names) edits.push(...(await old.itemsAt(childOf(changes.path, name), turns)))
  for (const item of changes.items) {
    const at = old.positionOf(item, compare)
    if (at === null) return null
    edits.push({ start: at, end: at, item, isNew: true })
    await turns.pass()
  }
  if (edits.some(({ item }) => isVideo(item)) || !putInOrder(edits, compare)) return null
  const items = joined(old, edits)
  const folder = items && (await folderAfter(old, { changes, edits, items }))
  return folder && items && [...wrapping(folder, items)]
}

/** Sorts edits by where they are. False where two new items are equal: only sorting all tells which goes first. */
function putInOrder(edits: Edit[], compare: Compare): boolean {
  let isClear = true
  edits.sort((a, b) => {
    const order = a.start - b.start || Number(b.isNew) - Number(a.isNew)
    if (order !== 0 || !a.isNew) return order
    const among = compare(a.item, b.item)
    if (among === 0) isClear = false
    return among
  })
  return isClear
}

/** The items after the edits, between commas; null if none is left. */
function joined({ text, start, end }: ListingText, edits: readonly Edit[]): Buffer[] | null {
  const pieces: Buffer[] = []
  let at = start
  const keep = (until: number) => {
    const piece = withoutCommas(text.subarray(at, until))
    if (piece.length > 0) pieces.push(piece)
  }
  for (const edit of edits) {
    keep(edit.start)
    if (edit.isNew) pieces.push(Buffer.from(JSON.stringify(edit.item)))
    at = edit.end
  }
  keep(end)
  const [first, ...rest] = pieces
  return first ? [first, ...rest.flatMap((piece) => [COMMA, piece])] : null
}

const COMMA = Buffer.from(',')
const isComma = (byte: number | undefined): boolean => byte === COMMA[0]
const withoutCommas = (piece: Buffer): Buffer =>
  piece.subarray(Number(isComma(piece[0])), piece.length - Number(piece.length > 1 && isComma(piece.at(-1))))

interface Edited {
  changes: ListingChanges
  edits: readonly Edit[]
  items: readonly Buffer[]
}

/** The folder itself after the edits; null where its time would have to be asked for. */
async function folderAfter(old: ListingText, { changes, edits, items }: Edited): Promise<FolderResource | null> {
  const folder = { ...old.folder }
  let newest = folder.modified
  let isNewestGone = false
  for (const { item, isNew } of edits) {
    const sign = isNew ? 1 : -1
    folder.size += sign * item.size
    if (item.isDir) folder.numDirs += sign
    else folder.numFiles += sign
    if (isNew && item.modified > newest) newest = item.modified
    isNewestGone ||= !isNew && item.modified === folder.modified
  }
  if (changes.hidesSums)
    return { ...folder, ...presentFolder(changes.path, { modified: changes.version.own, bytes: 0 }) }
  folder.modified = isNewestGone ? await newestIn(items) : newest
  return folder.modified === NO_TIME ? null : folder
}

/** The newest time among items. */
async function newestIn(items: readonly Buffer[]): Promise<string> {
  const turns = new Yielding()
  let newest: string = NO_TIME
  let steps = 0
  for (const piece of items) {
    for (let at = piece.indexOf(TIME); at >= 0; at = piece.indexOf(TIME, at)) {
      at += TIME.length
      const time = piece.toString('latin1', at, piece.indexOf('"', at))
      if (time > newest) newest = time
      steps += 1
      if (steps % TIMES === 0) await turns.pass()
    }
  }
  return newest
}

/** The text of a folder with items that are written already. */
function* wrapping(folder: FolderResource, items: readonly Buffer[]): Generator<Buffer> {
  const [before = '', after = ''] = JSON.stringify({ ...folder, items: [] }).split(`${BEFORE}]`)
  yield Buffer.from(before + BEFORE)
  yield* items
  yield Buffer.from(`]${after}`)
}

/** The text of a folder, in which items are found. */
class ListingText {
  readonly text: Buffer
  /** Where the items lie. */
  readonly start: number
  readonly end: number
  /** The folder without its items. */
  readonly folder: FolderResource

  constructor(text: Buffer) {
    this.text = text
    this.start = text.indexOf(BEFORE) + BEFORE.length
    this.end = text.lastIndexOf(AFTER)
    this.folder = JSON.parse(text.toString('utf8', 0, this.start) + text.toString('utf8', this.end)) as FolderResource
  }

  /** The file and the folder of a path, to go out. */
  async itemsAt(path: string, turns: Yielding): Promise<Edit[]> {
    const wanted = Buffer.from(`{"path":${JSON.stringify(path)},`)
    const found: Edit[] = []
    for (let from = this.start; from < this.end; from += SEARCHED) {
      const part = this.text.subarray(from, Math.min(from + SEARCHED + wanted.length - 1, this.end))
      for (let at = part.indexOf(wanted); at >= 0; at = part.indexOf(wanted, at + 1)) {
        const range = this.#rangeFrom(from + at)
        found.push({ ...range, item: this.#read(range), isNew: false })
      }
      await turns.pass()
    }
    return found
  }

  #rangeFrom(start: number): Range {
    const next = this.text.indexOf(`,${BEGIN}`, start)
    return { start, end: next < 0 ? this.end : next }
  }

  #read({ start, end }: Range): Item {
    return JSON.parse(this.text.toString('utf8', start, end)) as Item
  }

  /** Where an item comes in; null where another one is equal: only sorting all tells which goes first. */
  positionOf(item: Item, compare: Compare): number | null {
    let [low, high] = [this.start, this.end]
    while (low < high) {
      const range = this.#rangeFrom(this.text.lastIndexOf(BEGIN, Math.floor((low + high) / 2)))
      const other = this.#read(range)
      const order = compare(other, item)
      if (order === 0) return other.path === item.path && other.isDir === item.isDir ? range.start : null
      if (order < 0) low = Math.min(range.end + 1, this.end)
      else high = range.start
    }
    return low
  }
}
