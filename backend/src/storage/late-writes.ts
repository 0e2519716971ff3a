// What becomes of a write that took effect while an operation came between: it follows its folder, comes to the top, or is taken back
// (tests/model: "what the others do").
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { covers, laterThan } from './journal.ts'
import { headAside, historyKey } from './aside.ts'
import { clearForFile, moveAside, versionsOfKey } from './names.ts'
import { copyObject, type ObjectName } from './objects.ts'
import { fileKey, pathText, type Place } from './paths.ts'
import type { Made } from './writer.ts'

/** Makes a change of one file take effect, whatever is there. */
type Commit = (at: Place, effect: () => Promise<Made>) => Promise<Made>

const nameOf = (at: Place): ObjectName => ({ bucket: at.bucket, key: fileKey(at) })

export class LateWrites {
  readonly #core: StorageCore
  readonly #commit: Commit

  constructor(core: StorageCore, commit: Commit) {
    this.#core = core
    this.#commit = commit
  }

  /** The second look at the journal. Answers whether nothing had happened; what did is followed. @throws AppError what refuses the write by now */
  async settle(at: Place, version: string, rev: number): Promise<boolean> {
    const { journal, failpoints } = this.#core
    if (!failpoints.keeps('secondLook')) return true
    const path = pathText(at)
    const now = await journal.read()
    const op = laterThan(now, rev, path)
    if (!op && rev >= now.floor) return true
    await this.#follow(at, version, op)
    return false
  }

  async #follow(at: Place, version: string, op: ReturnType<typeof laterThan>): Promise<void> {
    const { journal, failpoints } = this.#core
    const path = pathText(at)
    const underSource = op !== undefined && covers(op.src, op, path)
    const underDestination = op !== undefined && covers(op.dst, op, path)
    // A file where a folder is pending, or above it, never was there.
    if (!op || (!underSource && !underDestination)) return failpoints.keeps('ownName') ? this.#again(at, version) : undefined
    if (underSource && 'state' in op && op.state === 'copying' && await this.#followsAlong(op.id)) return
    if (!await journal.untilClosed(op.id, HELD_WAIT_MS)) throw held()
    if (!underDestination) return
    await this.#bringToTop(at, version)
  }

  /** Tells a copying operation to look again before it commits: this late file follows its folder. */
  async #followsAlong(id: string): Promise<boolean> {
    return await this.#core.journal.change((draft) => {
      const op = draft.ops.find((pending) => pending.id === id && pending.state === 'copying')
      return op ? ++op.late : null
    }) !== null
  }

  async #bringToTop(at: Place, version: string): Promise<void> {
    const isFree = await clearForFile(this.#core, at).then(() => true, (error: unknown) => {
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'isFolder')) return false
      throw error
    })
    if (!isFree) return this.#again(at, version)
    const versions = await versionsOfKey(this.#core, at.bucket, fileKey(at))
    if (versions[0]?.version === version) return
    const mine = versions.find((listed) => listed.version === version)
    if (!mine) return this.#again(at, version)
    await copyObject(this.#core.clients.data, { ...nameOf(at), version, size: mine.size }, nameOf(at), mine)
    await moveAside(this.#core, this.#core.clients.control, at.bucket, [mine])
  }

  /** Takes a version back and writes it once more from `history/`; where something is in its way by now, that refuses it. */
  async #again(at: Place, version: string): Promise<void> {
    const own = (await versionsOfKey(this.#core, at.bucket, fileKey(at))).filter((listed) => listed.version === version)
    await moveAside(this.#core, this.#core.clients.control, at.bucket, own)
    const from = { bucket: this.#core.systemBucket, key: historyKey(at.bucket, fileKey(at), version) }
    const aside = await headAside(this.#core.clients.control, from)
    // Neither there nor aside: it went along with a move that is over by now.
    if (!aside) return
    await this.#commit(at, async () => {
      const copied = await copyObject(this.#core.clients.data, { ...from, size: aside.size }, nameOf(at), aside)
      if (!copied) throw new AppError('goneMeanwhile', 'the file was moved while it was written')
      return copied
    })
  }
}
