// What writes are about to replace, where nothing had to be asked before: each is written down by one command to the
// database, which many share, before it takes effect. Its note in the trash is made soon after, with those of other
// writes, and before anybody reads notes. If the process is lost in between, others find here what it owed.
import { createBatch } from '../lib/batch.ts'
import { mapParallel } from '../lib/parallel.ts'
import type { StorageCore } from './core.ts'
import type { Replaced } from './growing-note.ts'
import { WRITE_ID } from './metadata.ts'
import { fileObject, versionsOfKey } from './names.ts'
import type { NotedWrite } from './note-sums.ts'
import { QUIET_MS } from './replica-lease.ts'

export const REPLACING = 'replacing'
const SOON_MS = 1_000
/** What could not be noted is noted again after this. */
const AGAIN_MS = 5_000
const PARALLEL = 16

/** `owner`: the lease of the process that writes; `body`: the text of a `Replaced`. */
interface AheadDocument {
  _id: string
  bucket: string
  owner: string
  body: string
}

export type AheadCore = Pick<StorageCore, 'clients' | 'database' | 'leases' | 'now' | 'newId' | 'log'>

export interface NotesAheadOptions {
  core: AheadCore
  /** Makes notes of what was replaced, in this order. */
  note(all: Replaced[]): Promise<(NotedWrite | null)[]>
}

/** A write that is written down and has no note yet. */
interface Ahead {
  id: string
  owner: string
  replaced: Replaced
  /** How the write has ended: null while it is under way. */
  ended: 'done' | 'unknown' | null
  /** Once it is noted; null where its action has noted an earlier version. */
  noted?: NotedWrite | null
}

export class NotesAhead {
  readonly #options: NotesAheadOptions
  readonly #insertTogether: (document: AheadDocument) => Promise<true>
  #waiting: Ahead[] = []
  /** Written down, and noted or refused by now. */
  #over: string[] = []
  #telling: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: NotesAheadOptions) {
    this.#options = options
    this.#insertTogether = createBatch(async (documents: AheadDocument[]) => {
      await this.#documents.insertMany(documents)
      return documents.map(() => true as const)
    })
  }

  get #documents() {
    return this.#options.core.database.collection<AheadDocument>(REPLACING)
  }

  /** Writes down what a write is about to replace. @throws the driver's error; the write must not happen then */
  async add(what: Replaced): Promise<NotedWrite> {
    const { leases, newId, now } = this.#options.core
    const { id: owner } = await leases.hold()
    const replaced = { ...what, when: now() }
    const ahead: Ahead = { id: newId(), owner, replaced, ended: null }
    await this.#insertTogether({ _id: ahead.id, bucket: replaced.at.bucket, owner, body: JSON.stringify(replaced) })
    this.#waiting.push(ahead)
    this.#tellIn(SOON_MS)
    return {
      end: () => {
        ahead.ended = 'done'
        ahead.noted?.end()
      },
      leave: async () => {
        ahead.ended = 'unknown'
        if (ahead.noted === undefined) await this.#tryToTell()
        else await ahead.noted?.leave()
      },
    }
  }

  /** Drops a write that has not replaced what it was about to. False where it is noted by now, or was never here. */
  async drop({ at, version, successor }: Pick<Replaced, 'at' | 'version' | 'successor'>): Promise<boolean> {
    // What is being noted just now is in its note after that.
    await this.#telling
    const found = this.#waiting.find(
      ({ replaced }) =>
        replaced.at.bucket === at.bucket &&
        replaced.at.path === at.path &&
        replaced.version === version &&
        replaced.successor === successor,
    )
    if (!found) return false
    this.#waiting = this.#waiting.filter((one) => one !== found)
    this.#over.push(found.id)
    this.#tellIn(SOON_MS)
    return true
  }

  /** Makes the notes of all that is written down, also where the write is still under way. */
  tell(): Promise<void> {
    const telling = this.#telling.then(() => this.#tellNow())
    this.#telling = telling.catch(() => undefined)
    return telling
  }

  #tellIn(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#tryToTell()
    }, ms).unref()
  }

  async #tryToTell(): Promise<void> {
    await this.tell().catch((error: unknown) => {
      this.#options.core.log.warn({ err: error }, 'what was replaced could not be noted in the trash yet')
      this.#tellIn(AGAIN_MS)
    })
  }

  async #tellNow(): Promise<void> {
    const taken = this.#waiting
    this.#waiting = []
    try {
      const owed = await this.#stillOwed(taken)
      const all = owed.map(({ replaced, ended }) => ({ ...replaced, isOver: ended === 'done' }))
      const noted = all.length > 0 ? await this.#options.note(all) : []
      owed.forEach((ahead, index) => (ahead.noted = noted[index] ?? null))
    } catch (error) {
      this.#waiting = [...taken, ...this.#waiting]
      throw error
    }
    this.#over.push(...taken.map(({ id }) => id))
    // Those that end from now on tell that themselves.
    const [done, unknown] = [
      taken.filter(({ ended }) => ended === 'done'),
      taken.filter(({ ended }) => ended === 'unknown'),
    ]
    for (const { noted } of done) noted?.end()
    for (const { noted } of unknown) await noted?.leave()
    await this.#forgetOver()
  }

  async #forgetOver(): Promise<void> {
    const ids = this.#over
    if (ids.length === 0) return
    this.#over = []
    await this.#documents.deleteMany({ _id: { $in: ids } }).catch((error: unknown) => {
      // Whoever finds them sees that they are noted.
      this.#options.core.log.debug({ err: error }, 'what is noted could not be struck off')
      this.#over.push(...ids)
      this.#tellIn(AGAIN_MS)
    })
  }

  /** Others may have taken this process for lost meanwhile, and noted what it owed. */
  async #stillOwed(all: Ahead[]): Promise<Ahead[]> {
    const lapsed = all.filter(({ owner }) => !this.#options.core.leases.isOwn(owner)).map(({ id }) => id)
    if (lapsed.length === 0) return all
    const found = await this.#documents.find({ _id: { $in: lapsed } }).toArray()
    return all.filter(({ id }) => !lapsed.includes(id) || found.some(({ _id }) => _id === id))
  }

  /** Notes what lost processes owed, as far as their writes have happened: none of them can happen any more. */
  async recover(isNoted: (replaced: Replaced) => Promise<boolean>): Promise<void> {
    const lost: AheadDocument[] = []
    for (const document of await this.#documents.find({}).toArray())
      if (await this.#isLost(document)) lost.push(document)
    if (lost.length === 0) return
    const judged = await mapParallel(lost, PARALLEL, async ({ body }) => {
      const replaced = await this.#happened(JSON.parse(body) as Replaced)
      return replaced && !(await isNoted(replaced)) ? [{ ...replaced, isOver: true }] : []
    })
    for (const noted of await this.#options.note(judged.flat())) noted?.end()
    await this.#documents.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } })
  }

  async #isLost({ owner }: AheadDocument): Promise<boolean> {
    const { leases, now } = this.#options.core
    return !leases.isOwn(owner) && (await leases.endOf(owner)) + QUIET_MS < now()
  }

  /** What a write has replaced, by what lies beneath its version; null where it is not there, or replaced nothing. */
  async #happened(replaced: Replaced): Promise<Replaced | null> {
    const { bucket, key } = fileObject(replaced.at)
    const versions = await versionsOfKey(this.#options.core, bucket, key)
    const own = versions.findIndex((one) => !one.isMarker && one.metadata[WRITE_ID] === replaced.successor)
    const beneath = own < 0 ? undefined : versions[own + 1]
    if (!beneath || beneath.isMarker) return null
    return { ...replaced, version: beneath.version, size: beneath.size, writtenBy: beneath.metadata[WRITE_ID] }
  }

  /** Notes what is not noted yet. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#tryToTell()
    clearTimeout(this.#timer)
  }
}
