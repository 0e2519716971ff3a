// Information about files beyond their names: the type by their bytes, a picture's size, a video's subtitles.
import type { Item, Resolution } from '../../../contract/resources.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { below, childOf, nameOf, parentOf, type Place, type UserPath } from '../../storage/paths.ts'
import type { Entry, FileStat, OpenFile } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { fileTypeOf, needsSniffing } from './file-type.ts'
import { lookAtFirst } from './looks.ts'
import type { FilesOptions } from './service.ts'
import { findSubtitles, type Named, type Subtitles } from './sidecar-subtitles.ts'
import type { Sniffer } from './sniffer.ts'

/** A folder that is listed: its entries after applying the rules, and their items. */
export interface DetailedFolder {
  path: UserPath
  place: Place
  entries: readonly Entry[]
  items: readonly Item[]
}

export interface Details {
  /** Completes the items of a listing, in display order, within the budget of a listing. */
  complete(actor: Actor, listed: DetailedFolder): Promise<void>
  /** The optional fields of a single file. `item` already has its type. */
  ofFile(
    actor: Actor,
    item: Item,
    file: { path: UserPath; place: Place; open: OpenFile },
  ): Promise<Pick<Item, 'resolution' | 'subtitles' | 'moreSubtitles'>>
}

const isRefusal = (error: unknown): boolean => error instanceof AppError

export function createDetails({ storage, tree, resolutions }: FilesOptions, sniffer: Sniffer): Details {
  type Looked = { item: Item; place: Place; name: string; stat: FileStat }
  const typeOf = ({ item, ...asked }: Looked) =>
    fileTypeOf({ name: item.name, size: item.size, sniffed: sniffer.recall({ ...asked }) })
  const isUnknown = (one: Looked) =>
    sniffer.isUnknown(one) || (typeOf(one) === 'image' && resolutions.recall(one.place, one.stat) === undefined)

  async function look(one: Looked): Promise<void> {
    try {
      const file = await storage.open(one.place)
      const now = { ...one, stat: file.stat }
      await sniffer.look(now, file)
      if (typeOf(now) === 'image') await resolutions.look(one.place, file)
    } catch (error) {
      // A file that disappears meanwhile does not break the listing.
      if (!isRefusal(error)) throw error
    }
  }

  async function completeFiles({ place, entries, items }: DetailedFolder): Promise<void> {
    const stats = new Map<string, FileStat>()
    await mapYielding(entries, (entry) => {
      if (entry.kind === 'file' && (needsSniffing(entry.name, entry.size) || isPicture(entry)))
        stats.set(entry.name, entry)
      return null
    })
    if (stats.size === 0) return
    const files = await mapYielding(items, (item): Looked | null => {
      const stat = item.isDir ? undefined : stats.get(item.name)
      return stat ? { item, place: below(place, item.name), name: item.name, stat } : null
    })
    await lookAtFirst(await mapYielding(files, (one) => (isUnknown(one) ? one : null)), look)
    await mapYielding(files, (one) => {
      one.item.type = typeOf(one)
      const resolution = one.item.type === 'image' ? resolutions.recall(one.place, one.stat) : undefined
      if (resolution) one.item.resolution = resolution
      return null
    })
  }

  /** The content of a folder after applying the rules; nothing if the folder is gone. */
  async function listNamed(actor: Actor, path: UserPath): Promise<readonly Named[]> {
    try {
      return await tree.list(actor, path)
    } catch (error) {
      if (isRefusal(error)) return []
      throw error
    }
  }

  /** The subtitles of each video, by its name. */
  async function subtitlesOf(
    actor: Actor,
    path: UserPath,
    { videos, entries }: { videos: readonly string[]; entries: readonly Named[] },
  ): Promise<Map<string, Told>> {
    const found = await findSubtitles(videos, entries, (relative) => listNamed(actor, childOf(path, relative)))
    return new Map([...found].map(([video, subtitles]) => [video, presentSubtitles(path, subtitles)]))
  }

  return {
    complete: async (actor, listed) => {
      await completeFiles(listed)
      const videos = listed.items.filter(({ type }) => type === 'video')
      const named = { videos: videos.map(({ name }) => name), entries: listed.entries }
      const found = await subtitlesOf(actor, listed.path, named)
      for (const item of videos) Object.assign(item, found.get(item.name))
    },
    ofFile: async (actor, { type }, { path, place, open }) => {
      if (type === 'image') {
        const resolution: Resolution | null = await resolutions.look(place, open)
        return resolution ? { resolution } : {}
      }
      if (type !== 'video') return {}
      const folder = parentOf(path)
      const named = { videos: [nameOf(path)], entries: await listNamed(actor, folder) }
      return (await subtitlesOf(actor, folder, named)).get(nameOf(path)) ?? {}
    },
  }
}

type Told = Pick<Item, 'subtitles' | 'moreSubtitles'>

const presentSubtitles = (folder: UserPath, { paths, isCut }: Subtitles): Told => ({
  ...(paths.length > 0 && { subtitles: paths.map((path) => childOf(folder, path)) }),
  ...(isCut && { moreSubtitles: true }),
})

const isPicture = ({ name, size }: { name: string; size: number }): boolean =>
  size > 0 && fileTypeOf({ name, size, sniffed: null }) === 'image'
