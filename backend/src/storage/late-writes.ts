// What becomes of a write that took effect while an operation came between: it follows its folder, comes to the top, or
// is taken back (tests/model: "what the others do").
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { covers } from './journal.ts'
import { headAside, historyKey } from './aside.ts'
import type { Listed } from './listing-page.ts'
import { type InTheWay, inTheWayOfFile, moveAside, versionsOfKey } from './names.ts'
import { copyObject } from './object-copies.ts'
import { deleteObjects, deleteVersions, headObject, type ObjectName } from './objects.ts'
import { COPY_OF } from './metadata.ts'
import { fileKey, pathText, type Place, placeOfText } from './paths.ts'
import type { CameBetween } from './protocol-rules.ts'
import type { ReplacedVersion } from './operations/notes.ts'
import type { NotedWrite } from './replaced.ts'
import type { WriteOptions } from './types.ts'
import type { Effect, Made } from './writer.ts'

/** What a write was asked to do; what is done again keeps to it. */
export type Intent = Pick<WriteOptions, 'expect' | 'replacing'> & { writeId: string }

export interface LateWritesOptions {
  /** Makes a change of one file take effect by the journal's rules, from the first look on. */
  commit(at: Place, intent: Intent, effect: (wish: Effect) => Promise<Made>): Promise<Made>
  /** Moves what was deleted out of the way. */
  clear(inTheWay: InTheWay): Promise<void>
  /** Notes what is about to be replaced, where somebody is named who replaces it. */
  note(at: Place, replaced: Present, intent: Intent): Promise<NotedWrite | null>
  /** What a write has noted to replace is not its own to note where an operation that came between has noted it. */
  leaveTo(op: NonNullable<Following['op']>, at: Place, replaced: ReplacedVersion): Promise<void>
  /** What an operation has noted to replace is on top again. */
  takeFrom(op: NonNullable<Following['op']>, at: Place, version: string): Promise<void>
}

/** A file that is there when it is about to be replaced. */
export interface Present {
  version: string
  size: number
  metadata: Record<string, string>
}

/**
 * How a write began: the journal that it saw, the version that it noted to replace ('' for none), what it was to do.
 */
export interface Begun {
  rev: number
  replaced: string
  intent: Intent
}

const nameOf = (at: Place): ObjectName => ({ bucket: at.bucket, key: fileKey(at) })

export class LateWrites {
  readonly #core: StorageCore
  readonly #options: LateWritesOptions

  constructor(core: StorageCore, options: LateWritesOptions) {
    this.#core = core
    this.#options = options
  }

  /**
   * The second look at the journal. Answers null where nothing had happened; what did is followed, and what stands then
   * is answered.
   * @throws AppError what refuses the write by now: nothing of it stays
   */
  async settle(at: Place, made: Made, { rev, replaced, intent }: Begun): Promise<Made | null> {
    const { journal, failpoints, rules } = this.#core
    const path = pathText(at)
    await failpoints.at('writer.settles', path)
    const came = rules.cameBetween(await journal.read(), rev, path)
    return came && this.#follow(at, made, { ...came, replaced, intent })
  }

  async #follow(at: Place, made: Made, following: Following): Promise<Made> {
    const { op } = following
    const { journal } = this.#core
    const path = pathText(at)
    const underSource = op !== undefined && covers(op.src, op, path)
    const underDestination = op !== undefined && covers(op.dst, op, path)
    // A file where a folder is pending, or above it, never was there.
    if (!op || (!underSource && !underDestination)) return this.#again(at, made, following)
    if (underSource && 'state' in op && op.state === 'copying' && (await this.#followsAlong(op.id))) return made
    if (!(await journal.untilClosed(op.id, HELD_WAIT_MS))) throw held()
    if (underDestination) return this.#bringToTop(at, made, following)
    // What lies above the marker of a delete came after it; what lies beneath was deleted, and had replaced something.
    const top = op.kind === 'delete' ? await headObject(this.#core.clients.control, nameOf(at)) : null
    if (top?.version === made.version) await this.#leaveNoted(at, following)
    return made
  }

  /** Tells a copying operation to look again before it commits: this late file follows its folder. */
  async #followsAlong(id: string): Promise<boolean> {
    return (
      (await this.#core.journal.change((draft) => {
        const op = draft.ops.find((pending) => pending.id === id && pending.state === 'copying')
        return op ? ++op.late : null
      })) !== null
    )
  }

  async #bringToTop(at: Place, made: Made, following: Following): Promise<Made> {
    const { intent } = following
    if (!(await this.#isFree(at))) return this.#again(at, made, following)
    await this.#leaveNoted(at, following)
    const { clients } = this.#core
    const versions = await versionsOfKey(this.#core, at.bucket, fileKey(at))
    const [top, beneath] = versions
    if (top?.version === made.version) {
      // What the operation put there, or uncovered, is what the write has replaced.
      if (beneath && !beneath.isMarker) (await this.#options.note(at, beneath, intent))?.end()
      return made
    }
    const mine = versions.find(({ version }) => version === made.version)
    if (!mine) return this.#again(at, made, following)
    const isTaken = top !== undefined && !top.isMarker
    if (isTaken && intent.expect === 'absent') {
      await deleteVersions(clients.control, at.bucket, [mine])
      throw new AppError('conflict', 'a file with that name came meanwhile')
    }
    const noted = isTaken ? await this.#options.note(at, top, intent) : null
    const from = { ...nameOf(at), version: made.version, size: mine.size }
    const copied = await copyObject(clients.data, { from, to: nameOf(at) }, mine).catch(async (error: unknown) => {
      await noted?.leave()
      throw error
    })
    if (copied) noted?.end()
    else await noted?.leave()
    if (!copied) return this.#again(at, made, following)
    if (following.op) await this.#options.takeFrom(following.op, at, made.version)
    await moveAside({ core: this.#core, client: clients.control }, at.bucket, [mine])
    return copied
  }

  async #leaveNoted(at: Place, { op, replaced, intent }: Following): Promise<void> {
    if (op && replaced !== '') await this.#options.leaveTo(op, at, { version: replaced, successor: intent.writeId })
  }

  /** Whether a file may lie there; what was deleted makes way. */
  async #isFree(at: Place): Promise<boolean> {
    try {
      for (
        let inTheWay = await inTheWayOfFile(this.#core, at);
        inTheWay;
        inTheWay = await inTheWayOfFile(this.#core, at)
      )
        await this.#options.clear(inTheWay)
      return true
    } catch (error) {
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'isFolder')) return false
      throw error
    }
  }

  /** Whether an operation has moved a version along: its copy is there. */
  async #wentAlong(at: Place, { version }: Made, op: NonNullable<Following['op']>): Promise<boolean> {
    if (op.src === null || op.dst === null) return false
    const to = placeOfText(op.dst + pathText(at).slice(op.src.length))
    return (await versionsOfKey(this.#core, to.bucket, to.path)).some(
      ({ metadata }) => metadata[COPY_OF] === `${op.id}:${version}`,
    )
  }

  /**
   * The version that a write has made; null where it is not there any more. On MinIO a file that came at a name above
   * hides it from listings, and from those alone.
   */
  async #own(at: Place, { version }: Made): Promise<Listed | null> {
    const listed = (await versionsOfKey(this.#core, at.bucket, fileKey(at))).find((one) => one.version === version)
    if (listed || version === '') return listed ?? null
    const head = await headObject(this.#core.clients.control, { ...nameOf(at), version })
    return head && { ...head, key: fileKey(at), version, isMarker: false }
  }

  /**
   * Takes a version back and writes it once more from `history/`; where something is in its way by now, that refuses
   * it.
   */
  async #again(at: Place, made: Made, following: Following): Promise<Made> {
    const { op, intent } = following
    const { clients, systemBucket } = this.#core
    await this.#leaveNoted(at, following)
    const own = await this.#own(at, made)
    await moveAside({ core: this.#core, client: clients.control }, at.bucket, own ? [own] : [])
    const from = { bucket: systemBucket, key: historyKey(at.bucket, fileKey(at), made.version) }
    const aside = await headAside(clients.control, from)
    if (!aside) {
      // Neither there nor aside: it went along with a move. Of one that nobody remembers none can tell where it is by
      // now.
      if (op && (await this.#wentAlong(at, made, op))) return made
      throw gone()
    }
    try {
      return await this.#options.commit(at, intent, async ({ onlyIfAbsent, confirm }) => {
        await confirm()
        const copied = await copyObject(
          clients.data,
          { from: { ...from, size: aside.size }, to: nameOf(at) },
          {
            ...aside,
            onlyIfAbsent,
          },
        )
        if (!copied) throw gone()
        return copied
      })
    } catch (error) {
      // What is refused was never there.
      if (error instanceof AppError && error.code !== 'unavailable')
        await deleteObjects(clients.control, from.bucket, [from])
      throw error
    }
  }
}

/** What came between a write's two looks, and what the write was to do. */
type Following = CameBetween & Pick<Begun, 'replaced' | 'intent'>

const gone = () => new AppError('goneMeanwhile', 'the file was moved while it was written')
