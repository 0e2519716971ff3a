// Folders and files that were just deleted. The index is in doubt of such a place until S3 was looked at there and all
// events have come, which takes seconds after ten thousand files. Whoever undoes the delete does not wait for that: it
// is enough that nobody has put anything there since readers saw it go.
import { createLru } from '../../lib/lru.ts'
import { allLaterThan, type JournalState } from '../journal-state.ts'
import { committedBetween } from '../journal-watch.ts'
import { overlap, pathText, type Place } from '../paths.ts'
import { type BucketEvent, eventPath } from './event-records.ts'

/** With more deletes within two minutes, the oldest are treated like all other changes. */
const PLACES_MAX = 100

export class EmptiedPlaces {
  /** The deletes, by the texts of their places. */
  readonly #deletes = createLru<string, string>(PLACES_MAX)

  /** Takes in a newer state of the journal. */
  follow(before: JournalState, after: JournalState): void {
    for (const { id, kind, src } of committedBetween(before, after))
      if (kind === 'delete' && src !== null) this.#deletes.set(src, id)
  }

  /** Something was put at a path (a text of `pathText`), or shows there again. */
  hear(path: string): void {
    const around = Array.from(this.#deletes.keys()).filter((own) => overlap(own, path))
    for (const own of around) this.#deletes.delete(own)
  }

  /** The same by an event, where it is of that kind. A folder's marker has no versions that could show again. */
  hearEvent(event: Pick<BucketEvent, 'kind' | 'bucket' | 'key'>): void {
    if (event.kind === 'created' || (event.kind === 'removed' && !event.key.endsWith('/'))) this.hear(eventPath(event))
  }

  /** Events may have been missed. */
  forget(): void {
    this.#deletes.clear()
  }

  /** Whether a delete has taken all from a place, and nothing that is known of has happened there since. */
  has(at: Place, journal: JournalState): boolean {
    const path = pathText(at)
    const id = this.#deletes.get(path)
    const closed = journal.closed.find((op) => op.id === id)
    if (closed?.how !== 'removing' || closed.cancel) return false
    return allLaterThan(journal, closed.since - 1, path).every((op) => op.id === id)
  }
}
