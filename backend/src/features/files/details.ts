// Information about files beyond their names: the type by their bytes, a picture's size, a video's subtitles.
import type { FileType, Item, Resolution } from '../../../contract/resources.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { below, childOf, nameOf, parentOf, type Place, type UserPath } from '../../storage/paths.ts'
import type { Entry, FileStat, OpenFile } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { fileTypeOf, needsSniffing } from './file-type.ts'
import { lookAtFirst } from './looks.ts'
import type { FilesOptions } from './options.ts'
import { findSubtitles, type FoundSubtitles, type NamedFile } from './sidecar-subtitles.ts'
import type { Sniffer } from './sniffer.ts'

/** A folder that is listed: its entries after applying the rules, and their items. */
export interface DetailedFolder {
  path: UserPath
  place: Place
  entries: readonly Entry[]
  items: readonly Item[]
}

export interface Details {
  /**
   * Completes the items of a listing, in display order, within the budget of a listing. Returns whether all that it
   * tells follows from the entries: nothing is left to be looked at, and no other folder was asked for.
   */
  complete(actor: Actor, listed: DetailedFolder): Promise<boolean>
  /** The optional fields of a single file. `item` already has its type. */
  ofFile(
    actor: Actor,
    item: Item,
    file: { path: UserPath; place: Place; open: OpenFile },
  ): Promise<Pick<Item, 'resolution' | 'subtitles' | 'moreSubtitles'>>
  /** The same by what is remembered of the file; null if its bytes have to be read. */
  ofKnown(
    actor: Actor,
    item: Item,
    file: { path: UserPath; place: Place; stat: FileStat },
  ): Promise<(Told & Pick<Item, 'resolution'>) | null>
}

/** What subtitles are found by. `onBelow`: called where another folder is asked for. */
interface NamedFolder {
  videos: readonly string[]
  entries: readonly NamedFile[]
  onBelow?: () => void
}

const isRefusal = (error: unknown): boolean => error instanceof AppError

/** A file of a listing, whose content may have to be looked at. */
interface Looked {
  item: Item
  place: Place
  name: string
  stat: FileStat
}

export class FileDetails implements Details {
  readonly #options: FilesOptions
  readonly #sniffer: Sniffer

  constructor(options: FilesOptions, sniffer: Sniffer) {
    this.#options = options
    this.#sniffer = sniffer
  }

  async complete(actor: Actor, listed: DetailedFolder): Promise<boolean> {
    const isKnown = await this.#completeFiles(listed)
    const videos = listed.items.filter(({ type }) => type === 'video')
    let isAlone = true
    const found = await this.#subtitlesOf(actor, listed.path, {
      videos: videos.map(({ name }) => name),
      entries: listed.entries,
      onBelow: () => (isAlone = false),
    })
    for (const item of videos) Object.assign(item, found.get(item.name))
    return isKnown && isAlone
  }

  async ofFile(
    actor: Actor,
    { type }: Item,
    { path, place, open }: { path: UserPath; place: Place; open: OpenFile },
  ): Promise<Pick<Item, 'resolution' | 'subtitles' | 'moreSubtitles'>> {
    if (type === 'image') {
      const resolution: Resolution | null = await this.#options.resolutions.look(place, open)
      return resolution ? { resolution } : {}
    }
    return type === 'video' ? this.#subtitlesAt(actor, path) : {}
  }

  async ofKnown(
    actor: Actor,
    { type }: Item,
    { path, place, stat }: { path: UserPath; place: Place; stat: FileStat },
  ): Promise<(Told & Pick<Item, 'resolution'>) | null> {
    if (type !== 'image') return type === 'video' ? this.#subtitlesAt(actor, path) : {}
    const resolution = this.#options.resolutions.recall(place, stat)
    return resolution === undefined ? null : { ...(resolution && { resolution }) }
  }

  async #subtitlesAt(actor: Actor, path: UserPath): Promise<Told> {
    const folder = parentOf(path)
    const named = { videos: [nameOf(path)], entries: await this.#listNamed(actor, folder) }
    return (await this.#subtitlesOf(actor, folder, named)).get(nameOf(path)) ?? {}
  }

  #typeOf({ item, ...asked }: Looked): FileType {
    return fileTypeOf({ name: item.name, size: item.size, sniffed: this.#sniffer.recall({ ...asked }) })
  }

  #isUnknown(one: Looked): boolean {
    const hasNoSize = () => this.#options.resolutions.recall(one.place, one.stat) === undefined
    return this.#sniffer.isUnknown(one) || (this.#typeOf(one) === 'image' && hasNoSize())
  }

  async #look(one: Looked): Promise<void> {
    try {
      const file = await this.#options.storage.open(one.place)
      const now = { ...one, stat: file.stat }
      await this.#sniffer.look(now, file)
      if (this.#typeOf(now) === 'image') await this.#options.resolutions.look(one.place, file)
    } catch (error) {
      // A file that disappears meanwhile does not break the listing.
      if (!isRefusal(error)) throw error
    }
  }

  /** Returns whether nothing is left to be looked at. */
  async #completeFiles({ place, entries, items }: DetailedFolder): Promise<boolean> {
    const stats = new Map<string, FileStat>()
    await mapYielding(entries, (entry) => {
      if (entry.kind === 'file' && (needsSniffing(entry.name, entry.size) || isPicture(entry)))
        stats.set(entry.name, entry)
      return null
    })
    if (stats.size === 0) return true
    const files = await mapYielding(items, (item): Looked | null => {
      const stat = item.isDir ? undefined : stats.get(item.name)
      return stat ? { item, place: below(place, item.name), name: item.name, stat } : null
    })
    await lookAtFirst(await mapYielding(files, (one) => (this.#isUnknown(one) ? one : null)), (one) => this.#look(one))
    let isKnown = true
    await mapYielding(files, (one) => {
      if (this.#isUnknown(one)) isKnown = false
      one.item.type = this.#typeOf(one)
      const resolution = one.item.type === 'image' ? this.#options.resolutions.recall(one.place, one.stat) : undefined
      if (resolution) one.item.resolution = resolution
      return null
    })
    return isKnown
  }

  /** The content of a folder after applying the rules; nothing if the folder is gone. */
  async #listNamed(actor: Actor, path: UserPath): Promise<readonly NamedFile[]> {
    try {
      return await this.#options.tree.list(actor, path)
    } catch (error) {
      if (isRefusal(error)) return []
      throw error
    }
  }

  /** The subtitles of each video, by its name. */
  async #subtitlesOf(
    actor: Actor,
    path: UserPath,
    { videos, entries, onBelow }: NamedFolder,
  ): Promise<Map<string, Told>> {
    const found = await findSubtitles(videos, entries, (relative) => {
      onBelow?.()
      return this.#listNamed(actor, childOf(path, relative))
    })
    return new Map([...found].map(([video, subtitles]) => [video, presentSubtitles(path, subtitles)]))
  }
}

type Told = Pick<Item, 'subtitles' | 'moreSubtitles'>

const presentSubtitles = (folder: UserPath, { paths, isCut }: FoundSubtitles): Told => ({
  ...(paths.length > 0 && { subtitles: paths.map((path) => childOf(folder, path)) }),
  ...(isCut && { moreSubtitles: true }),
})

const isPicture = ({ name, size }: { name: string; size: number }): boolean =>
  size > 0 && fileTypeOf({ name, size, sniffed: null }) === 'image'
