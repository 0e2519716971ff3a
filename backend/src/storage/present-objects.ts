// The objects that readers see at or below a place, as S3 has them now, judged by a journal that was read.
import { ComingBack, comesAt, isShown, toldBelow, toldFirst } from './coming-back.ts'
import type { StorageCore } from './core.ts'
import {
  aliasedAround,
  type AliasedMove,
  arriving,
  broughtFrom,
  isAliased,
  type JournalState,
  leaving,
  pathsOf,
  type PendingOperation,
  touches,
} from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { listObjects } from './listing.ts'
import { fileObject, type FindVersions, versionsOfKey } from './names.ts'
import { headObject, type ObjectHead, type ObjectName } from './objects.ts'
import { fileKey, folderKey, isBelow, overlap, pathText, type Place, placeOfText } from './paths.ts'
import { compareNames } from './operations/windows.ts'
import { isSettledIn } from './settling.ts'
import { seenIn } from './seen-versions.ts'
import { isHidden, mayHide, newestSeen } from './visibility.ts'

/** `maxKeys`: keys a page, at most. */
interface BelowOptions {
  withVersions?: boolean
  maxKeys?: number | undefined
}

/** A file that is there; `bytesAt`: where its bytes lie, while it or a folder around is moved. */
export interface PresentFile extends ObjectHead {
  bytesAt: Place
}

/** A place to which moves bring something, and where it was, the first place first. */
interface Way {
  from: readonly Place[]
  to: Place
}

/** A move that is seen already; `key`: that of the file in its new place, or what all keys in the folder begin with. */
interface Movement extends Way {
  key: string
  isFile: boolean
}

function movementOf(journal: JournalState, { dst, isFile }: AliasedMove): Movement {
  const to = placeOfText(dst)
  return { from: broughtFrom(journal, dst), to, key: isFile ? fileKey(to) : folderKey(to), isFile }
}

/** How S3 is asked what an object is. */
type Look = (object: ObjectName) => Promise<ObjectHead | null>

type PresentCore = Pick<StorageCore, 'clients' | 'systemBucket' | 'batches'>

export class PresentObjects {
  readonly #core: PresentCore
  readonly #comingBack: ComingBack

  constructor(core: PresentCore) {
    this.#core = core
    this.#comingBack = new ComingBack(core)
  }

  /** The file at a place, or null. `look`: how S3 is asked what the object of that name is. */
  async file(journal: JournalState, at: Place, look: Look = this.#head): Promise<PresentFile | null> {
    const path = pathText(at)
    if (at.path === '' || leaving(journal, path)) return null
    for (const from of broughtFrom(journal, path)) {
      const moving = await look(fileObject(from))
      if (moving) return { ...moving, bytesAt: from }
    }
    const head = await this.#fileOf(journal, at, look)
    return head && { ...head, bytesAt: at }
  }

  async #fileOf(journal: JournalState, at: Place, look: Look): Promise<ObjectHead | null> {
    const op = arriving(journal, pathText(at))
    if (op && !op.merge) return null
    const coming = await this.#comingBack.atFile(journal, at)
    const found = op ? null : await look(fileObject(at))
    if (found || (!op && !comesAt(coming, fileKey(at)))) return found
    const versions = await this.#find(at.bucket, fileKey(at))
    for await (const { key, version } of newestSeen({ journal, coming }, at.bucket, versions))
      return this.#head({ bucket: at.bucket, key, version })
    return null
  }

  readonly #find: FindVersions = (bucket, key) => versionsOfKey(this.#core, bucket, key)

  readonly #head = (object: ObjectName): Promise<ObjectHead | null> => headObject(this.#core.clients.control, object)

  /** The first of all objects below a folder: its marker, if it has one. */
  async first(journal: JournalState, at: Place): Promise<Listed | null> {
    const path = pathText(at)
    if (leaving(journal, path)) return null
    const told = toldFirst(journal, at)
    if (told) return told
    // A page of a thousand keys takes a hundred times as long, and only what is pending may hide the first of them.
    const pending =
      broughtFrom(journal, path).length > 0
        ? []
        : journal.ops.filter((op) => (mayHide(op) || isShown(op)) && touches(op, path))
    if (pending.length > 0 && !pending.some((op) => op.merge || isAliased(op) || isShown(op))) {
      // Mostly that is the marker of the folder itself: whatever takes something out of a folder has laid one.
      const first = await this.#firstKey(at)
      if (!first || !isHidden(journal, at.bucket, first)) return first
    }
    const maxKeys = pending.length > 0 ? undefined : 1
    for await (const listed of this.below(journal, at, { maxKeys })) return listed
    return null
  }

  async #firstKey(at: Place): Promise<Listed | null> {
    const asked = { bucket: at.bucket, prefix: folderKey(at), maxKeys: 1 }
    for await (const listed of listObjects(this.#core.clients, asked)) return listed
    return null
  }

  async isFolder(journal: JournalState, at: Place): Promise<boolean> {
    return at.path === '' || (await this.first(journal, at)) !== null
  }

  /** All objects below a folder, with its own marker and those of inner folders, in the order of their keys. */
  async *below(journal: JournalState, at: Place, options: BelowOptions = {}): AsyncGenerator<Listed> {
    const from = broughtFrom(journal, pathText(at))
    if (from.length > 0) return yield* this.#moving(journal, { from, to: at }, options)
    const waiting = aliasedAround(journal, pathText(at))
      .map((op) => movementOf(journal, op))
      .toSorted((a, b) => compareNames(a.key, b.key))
    const brought = [...waiting]
    for await (const object of this.#lyingBelow(journal, at, options)) {
      if (brought.some(({ key, isFile }) => (isFile ? object.key === key : object.key.startsWith(key)))) continue
      const due = waiting.filter(({ key }) => compareNames(key, object.key) < 0)
      for (const move of waiting.splice(0, due.length)) yield* this.#movingOf(journal, move, options)
      yield object
    }
    for (const move of waiting) yield* this.#movingOf(journal, move, options)
  }

  /** What a move that is seen already brings to its place: the file, or all objects in the folder. */
  broughtTo(journal: JournalState, at: Place): AsyncIterable<Listed> {
    const file = journal.ops.filter(isAliased).find(({ dst, isFile }) => isFile && dst === pathText(at))
    return file ? this.#movingFile(movementOf(journal, file)) : this.below(journal, at, { withVersions: true })
  }

  #movingOf(journal: JournalState, move: Movement, options: BelowOptions): AsyncIterable<Listed> {
    return move.isFile ? this.#movingFile(move) : this.#moving(journal, move, options)
  }

  /** The same of a file. It is looked for where it was before its new place: it leaves only when it has its copy. */
  async *#movingFile({ from, to }: Movement): AsyncGenerator<Listed> {
    for (const { bucket, path } of [...from, to]) {
      const [newest] = await this.#find(bucket, path)
      if (newest && !newest.isMarker) return yield { ...newest, key: fileKey(to) }
    }
  }

  /** The same, of what lies there itself. */
  async *#lyingBelow(journal: JournalState, at: Place, options: BelowOptions & { after?: string }) {
    const { withVersions = false, maxKeys, after } = options
    const isMerging = journal.ops.some(
      (op) => op.merge && ['copying', 'undoing'].includes(op.state) && op.dst !== null && overlap(op.dst, pathText(at)),
    )
    const coming = await this.#comingBack.at(journal, at)
    const versions = withVersions || isMerging || coming.keys.length > 0
    const asked = {
      bucket: at.bucket,
      prefix: folderKey(at),
      versions,
      ...(maxKeys !== undefined && { maxKeys }),
      ...(after !== undefined && { after }),
    }
    const listed = listObjects(this.#core.clients, asked)
    // Who asks with versions wants to know all that S3 says of each.
    const told = withVersions ? null : toldBelow(journal, coming, { at, after })
    if (told) return yield* told
    const seen = versions ? seenIn(this.#find, { journal, coming }, { at, after, listed }) : listed
    for await (const object of seen) if (!isHidden(journal, at.bucket, object)) yield object
  }

  /**
   * What a move brings to a folder before everything has its copy: of each name what lies where it was, else what lies
   * here. Some names at a time, and where they were first: whatever leaves there meanwhile has its copy here by then.
   */
  async *#moving(journal: JournalState, { from, to }: Way, options: BelowOptions): AsyncGenerator<Listed> {
    const before = from.at(-1)
    // Where it was first the source is hidden as such, and nothing else is pending in it.
    if (!before) return yield* this.#lyingBelow({ ...journal, ops: [] }, to, options)
    const own = { ...journal, ops: journal.ops.filter((op) => isWithin(op, to)) }
    const [source, target] = [folderKey(before), folderKey(to)]
    const earlier = this.#moving(journal, { from: from.slice(0, -1), to: before }, options)
    let after: string | undefined
    for await (const { objects, isLast } of chunksOfKeys(earlier, options.maxKeys)) {
      const moving = objects
        .map((object) => ({ ...object, key: target + object.key.slice(source.length) }))
        .filter(({ key }) => !isSettledIn(journal, `${to.bucket}/${key}`))
      const upTo = isLast ? undefined : moving.at(-1)?.key
      yield* merged(moving, this.#lyingBelow(own, to, { ...options, ...(after && { after }) }), upTo)
      after = upTo
    }
  }
}

/** Whether an operation is about something in a folder alone: with a file that is settled, others may go on. */
const isWithin = (op: PendingOperation, folder: Place): boolean =>
  pathsOf(op).some((path) => isBelow(path, pathText(folder)))

const CHUNK = 1000

/** Objects that were all told before the next ones are asked for; the last chunk may be empty. */
async function* chunksOfKeys(
  listed: AsyncIterable<Listed>,
  most = CHUNK,
): AsyncGenerator<{ objects: Listed[]; isLast: boolean }> {
  let objects: Listed[] = []
  for await (const object of listed) {
    objects.push(object)
    if (objects.length < most) continue
    yield { objects, isLast: false }
    objects = []
  }
  yield { objects, isLast: true }
}

/** Two listings in the order of their keys, up to a key. Of two objects of one key the first one's is taken. */
async function* merged(first: Listed[], second: AsyncIterable<Listed>, upTo?: string): AsyncGenerator<Listed> {
  let next = 0
  for await (const object of second) {
    if (upTo !== undefined && compareNames(object.key, upTo) > 0) break
    for (let one = first[next]; one && compareNames(one.key, object.key) < 0; one = first[(next += 1)]) yield one
    if (first[next]?.key !== object.key) yield object
  }
  yield* first.slice(next)
}
