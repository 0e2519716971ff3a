// What is known of the days on which photos were taken: objects of the system bucket, one for each folder that is
// looked through and each month. The dates belong to contents: a photo that is moved is not read again.
import { createHash } from 'node:crypto'
import { PHOTO_DAYS } from '../../storage/own-keys.ts'
import type { Place } from '../../storage/paths.ts'
import type { Scratch } from '../../storage/types.ts'

/** A photo that has been looked at. */
export interface DatedPhoto {
  /** Its path in the folder. */
  relative: string
  etag: string
  size: number
  /** `2019-11-26`; '' for a photo that tells no date. */
  taken: string
}

/** The content of a photo, as far as dates need to know it. */
export const contentIn = ({ etag, size }: Pick<DatedPhoto, 'etag' | 'size'>): string => `${etag} ${size}`

const UNDATED = '00'
const MONTHS = [UNDATED, ...Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))]

/** `2019-11-26` → `11`. */
export const monthTaken = (taken: string): string => taken.slice(5, 7) || UNDATED

/** What all keys of a bucket begin with. */
const bucketPrefix = (bucket: string): string => `${PHOTO_DAYS}${bucket}/`
const prefixOf = ({ bucket, path }: Place): string =>
  `${bucketPrefix(bucket)}${createHash('sha256').update(path).digest('hex').slice(0, 32)}/`

export class KeptPhotoDays {
  readonly #scratch: Scratch

  constructor(scratch: Scratch) {
    this.#scratch = scratch
  }

  /** The photos of a month that are known. `month`: `01` to `12`. */
  async month(folder: Place, month: string): Promise<DatedPhoto[]> {
    return readDated((await this.#scratch.get(prefixOf(folder) + month))?.toString('utf8') ?? '')
  }

  /** All that is known of a folder. */
  async all(folder: Place): Promise<DatedPhoto[]> {
    return (await Promise.all(MONTHS.map((month) => this.month(folder, month)))).flat()
  }

  /** Writes all that is known of a folder in the place of what was known before, by the months that differ. */
  async replace(folder: Place, before: readonly DatedPhoto[], now: readonly DatedPhoto[]): Promise<void> {
    const [old, fresh] = [before, now].map((photos) => Map.groupBy(photos, ({ taken }) => monthTaken(taken)))
    for (const month of MONTHS) {
      const text = writeDated(fresh?.get(month) ?? [])
      if (text !== writeDated(old?.get(month) ?? []))
        await this.#scratch.put(prefixOf(folder) + month, Buffer.from(text))
    }
  }

  /** Forgets a folder whose files are gone for good. */
  async forget(folder: Place): Promise<void> {
    const prefix = folder.path === '' ? bucketPrefix(folder.bucket) : prefixOf(folder)
    await this.#scratch.delete(await this.#scratch.list(prefix))
  }
}

const writeDated = (photos: readonly DatedPhoto[]): string =>
  photos.map(({ relative, etag, size, taken }) => `${JSON.stringify([relative, etag, size, taken])}\n`).join('')

/** Lines that cannot be read are left out: what they told is read from the photos again. */
function readDated(text: string): DatedPhoto[] {
  return text.split('\n').flatMap((line): DatedPhoto[] => {
    if (line === '') return []
    try {
      const [relative, etag, size, taken] = JSON.parse(line) as [string, string, number, string]
      return [{ relative, etag, size, taken }]
    } catch {
      return []
    }
  })
}
