// Looks at S3 for what other replicas have announced by name, so that the index tells it before the events come. Those
// come twice a second, and until then each answer about the folder would ask S3 for the same names.
import type { Catalogue } from '../catalogue/catalogue.ts'
import { createLru } from '../../lib/lru.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { createSharedCall } from '../../lib/shared-call.ts'
import type { StorageCore } from '../core.ts'
import type { JournalState } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { type ListingClients, listObjects } from '../listing.ts'
import { mtimeOf } from '../metadata.ts'
import { headObject, type ObjectHead } from '../objects.ts'
import { folderKey, type Place, placeOfText } from '../paths.ts'
import type { IndexDoubts } from './index-doubts.ts'
import type { KeysAhead } from './keys-ahead.ts'
import type { Cause, Rescans } from './rescans.ts'

const PARALLEL = 16
const REMEMBERED = 1_000

export interface AnnouncedLooksOptions {
  core: Pick<StorageCore, 'clients' | 'journal' | 'log' | 'marks'>
  catalogue: Catalogue
  doubts: Pick<IndexDoubts, 'announcedBelow' | 'isFree'>
  ahead: KeysAhead
  rescans: Pick<Rescans, 'touch'>
  hearsEvents: () => boolean
  /** Runs what changes the catalogue. */
  by<T>(cause: Cause, work: () => T): T
  /** Called with each place (a text of `pathText`) of which something is learnt, before anybody is told. */
  onSeen(path: string): void
}

/** What a look has found: the file of a name, and the first key below it. */
interface Found {
  head: ObjectHead | null
  first: Listed | undefined
  hasMore: boolean
}

export class AnnouncedLooks {
  readonly #options: AnnouncedLooksOptions
  readonly #looks = createLru<string, { share: () => Promise<void> }>(REMEMBERED)

  constructor(options: AnnouncedLooksOptions) {
    this.#options = options
  }

  /**
   * Takes in what others have just written at any depth below a folder. What stays in doubt after it has to be asked
   * of S3, as if there had been no look.
   */
  async lookBelow(folder: Place, journal: JournalState): Promise<void> {
    const { doubts, hearsEvents } = this.#options
    if (!hearsEvents()) return
    await mapParallel(doubts.announcedBelow(folder, journal), PARALLEL, (path) => this.#shared(path))
  }

  #shared(path: string): Promise<void> {
    const look = this.#looks.get(path) ?? { share: createSharedCall(() => this.#look(path)) }
    this.#looks.set(path, look)
    return look.share()
  }

  async #look(path: string): Promise<void> {
    const { core, ahead, doubts, by, onSeen } = this.#options
    // Whoever shared the look before may have left nothing to do.
    if (!core.marks.isInDoubt(path)) return
    const at = placeOfText(path)
    const begun = performance.now()
    const [file, marker] = [ahead.look(at.bucket, at.path), ahead.look(at.bucket, folderKey(at))]
    const found = await this.#find(at)
    const change = found && doubts.isFree(path, core.journal.last) ? this.#changeOf(at, found) : null
    if (!found || !change) {
      file.giveUp()
      marker.giveUp()
      return
    }
    // Both looks are to end.
    const isNewest = [file.end(found.head?.etag), marker.end(found.first === undefined ? undefined : null)]
    if (isNewest.includes(false)) return
    onSeen(path)
    by('event', change)
    core.marks.looked(path, begun)
  }

  async #find(at: Place): Promise<Found | null> {
    const { clients, log } = this.#options.core
    try {
      const [head, below] = await Promise.all([
        headObject(clients.control, { bucket: at.bucket, key: at.path }),
        firstKeys(clients, at),
      ])
      return { head, first: below[0], hasMore: below.length > 1 }
    } catch (error) {
      log.debug({ err: error }, 'what another replica has announced could not be looked at')
      return null
    }
  }

  /** How the catalogue takes in what was found; null where a file and a folder of one name may hide one another. */
  #changeOf(at: Place, { head, first, hasMore }: Found): (() => void) | null {
    const { catalogue, rescans } = this.#options
    const { bucket, path } = at
    const [marker, isKnownFolder] = [folderKey(at), catalogue.hasFolder(bucket, path)]
    const isMarker = first?.key === marker && (!hasMore || isKnownFolder) && !head
    if (catalogue.fileAbove(bucket, path) !== null || (!isMarker && (first || isKnownFolder))) return null
    return () => {
      for (const key of [path, marker]) rescans.touch(bucket, key)
      if (head) catalogue.putFile(bucket, path, { ...head, modified: modifiedOf(head) })
      else catalogue.remove(bucket, path)
      if (isMarker) catalogue.putMarker(bucket, path, modifiedOf(first))
    }
  }
}

const modifiedOf = ({ metadata, lastModified }: Pick<ObjectHead, 'metadata' | 'lastModified'>): number =>
  mtimeOf(metadata, lastModified).getTime()

async function firstKeys(clients: ListingClients, at: Place): Promise<Listed[]> {
  const first: Listed[] = []
  for await (const object of listObjects(clients, { bucket: at.bucket, prefix: folderKey(at), maxKeys: 2, bare: true }))
    if (first.push(object) === 2) break
  return first
}
