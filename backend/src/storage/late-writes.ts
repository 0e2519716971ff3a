// What becomes of a write when an operation came between its look and its effect: the file follows its folder, comes to
// the top, or is taken back (tests/model: "what the others do").
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import { untilFree } from './free.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { allLaterThan, covers, destinationOf } from './journal-state.ts'
import { headAside, historyKey } from './aside.ts'
import type { Listed } from './listing-page.ts'
import { fileObject, type InTheWay, inTheWayOfFile, moveAside, versionBeneath, versionsOfKey } from './names.ts'
import { copyObject } from './object-copies.ts'
import { deleteObjects, deleteVersions } from './object-removal.ts'
import { headObject } from './objects.ts'
import { fileKey, pathText, type Place } from './paths.ts'
import type { CameBetween } from './protocol-rules.ts'
import type { ReplacedVersion } from './operations/notes.ts'
import type { NotedWrite } from './note-sums.ts'
import { wentAlong } from './went-along.ts'
import type { WriteBeginning } from './write-beginnings.ts'
import type { Effect, Intent, Present, WrittenVersion } from './write-effects.ts'

export interface LateWritesOptions {
  /** Makes a change of one file take effect by the journal's rules, from the first look on. */
  commit(at: Place, intent: Intent, effect: (wish: Effect) => Promise<WrittenVersion>): Promise<WrittenVersion>
  /** Moves what was deleted out of the way. */
  clear(inTheWay: InTheWay): Promise<void>
  /** Makes the notes that are owed. */
  tellOwed(): Promise<void>
  /** Notes what is about to be replaced, where somebody is named who replaces it. */
  note(at: Place, replaced: Present, intent: Intent): Promise<NotedWrite | null>
  /** Drops the write's note of a version where an operation that came between has noted that version itself. */
  leaveTo(op: NonNullable<Following['op']>, at: Place, replaced: ReplacedVersion): Promise<void>
  /** Removes a version from the write's note, because the write has not replaced it. */
  forget(at: Place, replaced: ReplacedVersion): Promise<void>
  /** Whether an operation has noted a version as one that it deleted or replaced. */
  hasTaken(op: NonNullable<Following['op']>, at: Place, version: string): Promise<boolean>
  /** Takes a version out of an operation's note, since it is on top again. */
  takeFrom(op: NonNullable<Following['op']>, at: Place, version: string): Promise<void>
}

/** How a write began. */
export interface Begun extends Pick<WriteBeginning, 'rev' | 'sources'> {
  /** The version that it noted to replace; '' for none. */
  replaced: string
  intent: Intent
}

export class LateWrites {
  readonly #core: StorageCore
  readonly #options: LateWritesOptions

  constructor(core: StorageCore, options: LateWritesOptions) {
    this.#core = core
    this.#options = options
  }

  /**
   * Announces the write, and looks at the journal for the second time. Answers null where nothing came between, or only
   * a purge. Else the write follows what did, and the version that stands then is answered.
   * @throws AppError where the write is refused by now; nothing of it stays
   */
  async settle(at: Place, made: WrittenVersion, begun: Begun): Promise<WrittenVersion | null> {
    const { marks, failpoints, rules } = this.#core
    const path = pathText(at)
    await failpoints.at('writer.settles', path)
    const rev = await rules.comparedRevision(this.#core, begun)
    const came = rules.cameBetween(await marks.announce(at, made.version), rev, path)
    return came && this.#follow(at, made, { ...came, ...begun })
  }

  async #follow(at: Place, made: WrittenVersion, following: Following): Promise<WrittenVersion | null> {
    const { op } = following
    const { journal, failpoints } = this.#core
    // Before it waits for the close: a move takes notes along, and whoever reads them finds those of this process only.
    await this.#options.tellOwed()
    const path = pathText(at)
    const underSource = op !== undefined && covers(op.src, op, path)
    const underDestination = op !== undefined && covers(op.dst, op, path)
    // A file at the name of a pending folder, or above it, must never have been there.
    if (!op || (!underSource && !underDestination)) return this.#again(at, made, following)
    if (underSource && 'state' in op && this.#core.rules.takesLate(op, path) && (await this.#followsAlong(op.id, path)))
      return made
    if (!(await journal.untilClosed(op.id, HELD_WAIT_MS))) throw held()
    // A purge moves nothing: the write is where it belongs.
    if (op.kind === 'purge') return null
    await failpoints.at('writer.follows', path)
    if (underDestination) return this.#arrive(at, made, { ...following, op })
    // A version above the marker of a delete came after the delete, and has replaced nothing. One beneath was deleted.
    const top = op.kind === 'delete' ? await headObject(this.#core.clients.control, fileObject(at)) : null
    if (top?.version === made.version) await this.#leaveNoted(at, following)
    if (op.kind === 'move') await this.#leaveMoved(at, made, { ...following, op })
    return made
  }

  /**
   * What the write noted as replaced may have been moved away before the write took effect. Then the note is wrong. It
   * may also have followed the move, as notes do.
   */
  async #leaveMoved(at: Place, made: WrittenVersion, { op, replaced, intent }: Following & Followed): Promise<void> {
    if (replaced === '' || intent.replacing === undefined || !(await this.#own(at, made))) return
    const beneath = await versionBeneath(this.#core, { ...fileObject(at), version: made.version })
    if (beneath?.version === replaced) return
    const noted = { version: replaced, successor: intent.writeId }
    await this.#options.forget(at, noted)
    const movedTo = destinationOf(op, at)
    if (movedTo) await this.#options.forget(movedTo, noted)
  }

  /** Makes a copying operation look again before it commits, so that this late file goes along with its folder. */
  async #followsAlong(id: string, path: string): Promise<boolean> {
    return (
      (await this.#core.journal.change((draft) => {
        const op = draft.ops.find((pending) => pending.id === id && this.#core.rules.takesLate(pending, path))
        return op ? ++op.late : null
      })) !== null
    )
  }

  /**
   * Brings a write to the top of what an operation has put there, unless others have found it since: then it was there
   * before them. Where another move has taken both further, it comes to the top there. What comes meanwhile is followed
   * in turn.
   */
  async #arrive(at: Place, made: WrittenVersion, following: Following & Followed): Promise<WrittenVersion> {
    const { op, intent } = following
    const path = pathText(at)
    const before = await untilFree(this.#core, path)
    for (const next of allLaterThan(before, op.since, path)) {
      if (next.id === op.id) continue
      if (await this.#options.hasTaken(next, at, made.version)) return made
      const taken = await this.#core.rules.wentAlong(this.#core, next, { at, version: made.version })
      if (!taken) continue
      const { at: further, ...copy } = taken
      return this.#arrive(further, { ...made, ...copy }, { ...following, op: next })
    }
    const arrived = await this.#bringToTop(at, made, following)
    return (await this.settle(at, arrived, { rev: before.rev, sources: [], replaced: '', intent })) ?? arrived
  }

  async #bringToTop(at: Place, made: WrittenVersion, following: Following): Promise<WrittenVersion> {
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
    const from = { ...fileObject(at), version: made.version, size: mine.size }
    const copied = await copyObject(clients.data, { from, to: fileObject(at) }, mine).catch(async (error: unknown) => {
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

  /** Whether a file may lie there. What was deleted makes way. */
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

  /**
   * The version that a write has made; null where it is not there any more. On MinIO a file at a name above hides it
   * from listings, but not from a request for it.
   */
  async #own(at: Place, { version }: WrittenVersion): Promise<Listed | null> {
    const listed = (await versionsOfKey(this.#core, at.bucket, fileKey(at))).find((one) => one.version === version)
    if (listed || version === '') return listed ?? null
    const head = await headObject(this.#core.clients.control, { ...fileObject(at), version })
    return head && { ...head, key: fileKey(at), version, isMarker: false }
  }

  /** Moves a version to `history/` and writes it once more from there. Something in its way refuses it now. */
  async #again(at: Place, made: WrittenVersion, following: Following): Promise<WrittenVersion> {
    const { op, intent } = following
    const { clients, systemBucket } = this.#core
    await this.#leaveNoted(at, following)
    const own = await this.#own(at, made)
    await moveAside({ core: this.#core, client: clients.control }, at.bucket, own ? [own] : [])
    const from = { bucket: systemBucket, key: historyKey(at.bucket, fileKey(at), made.version) }
    const aside = await headAside(clients.control, from)
    if (!aside) {
      // Neither there nor aside: it went along with a move. Where the journal has dropped that move, nobody can tell
      // where the file is.
      if (op && (await wentAlong(this.#core, op, { at, version: made.version }))) return made
      throw gone()
    }
    try {
      return await this.#options.commit(at, intent, async ({ onlyIfAbsent, confirm }) => {
        await confirm()
        const copied = await copyObject(
          clients.data,
          { from: { ...from, size: aside.size }, to: fileObject(at) },
          { ...aside, onlyIfAbsent },
        )
        if (!copied) throw gone()
        return copied
      })
    } catch (error) {
      // A refused write leaves nothing.
      if (error instanceof AppError && error.code !== 'unavailable')
        await deleteObjects(clients.control, from.bucket, [from])
      throw error
    }
  }
}

/** What came between a write's two looks, and how the write began. */
type Following = CameBetween & Pick<Begun, 'replaced' | 'intent'>
type Followed = { op: NonNullable<CameBetween['op']> }

const gone = () => new AppError('goneMeanwhile', 'the file was moved while it was written')
