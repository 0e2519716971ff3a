// Finds the subtitles of a video: files beside it that begin with its name, and files in a subtitles folder. The number
// is limited, because a video with a one-letter name would match all of them.
import { FILM_SUBTITLES_MAX, LISTING_SUBTITLES_MAX } from '../../../contract/limits.ts'
import { SUBTITLE_ENDINGS } from '../../../contract/resources.ts'
import { Prefixes } from '../../lib/prefixes.ts'
import { sortInTurns } from '../../lib/sort-in-turns.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { extensionOf } from '../../storage/paths.ts'
import { byNaturalOrder } from '../tree/sorting.ts'

/** Names of folders with subtitles for the videos beside them, in lower case. */
const FOLDERS: readonly string[] = ['subs', 'subtitles']
/** Folders of subtitles that are listed for one listing. */
const FOLDERS_MAX = 50

/** What is known of an entry of a folder. */
export interface NamedFile {
  name: string
  kind: 'file' | 'folder'
}

/** Lists a folder below the listed one (`Subs`, `Subs/film`), after applying the rules. */
export type ListBelow = (relative: string) => Promise<readonly NamedFile[]>

/** Subtitles relative to the listed folder. `isCut`: there are more. */
export interface FoundSubtitles {
  paths: string[]
  isCut: boolean
}

function isSubtitle(name: string): boolean {
  const lower = name.toLowerCase()
  return SUBTITLE_ENDINGS.some((ending) => lower.endsWith(ending))
}

/** Whether what has this name may be, or hold, subtitles of videos in the same folder. */
export const maySubtitle = (name: string): boolean => isSubtitle(name) || FOLDERS.includes(name.toLowerCase())

/** A video's name, without its extension. */
const stemOf = (name: string): string => name.slice(0, name.length - extensionOf(name).length)

/**
 * The subtitles of each video, by its name, in natural order. If there are too many, the first videos get theirs.
 * Videos without subtitles are left out.
 */
export async function findSubtitles(
  videos: readonly string[],
  entries: readonly NamedFile[],
  listBelow: ListBelow,
): Promise<Map<string, FoundSubtitles>> {
  const found = new Map<string, FoundSubtitles>()
  if (videos.length === 0) return found
  const names = await subtitlesIn('', entries)
  const folders = await foldersIn(entries, (name) => FOLDERS.includes(name.toLowerCase()))
  if (names.length === 0 && folders.length === 0) return found
  const stems = await Prefixes.of(videos.map(stemOf))
  const beside = await besideOf(stems, names)
  const { shared, own } = await lookIntoFolders(stems, folders, listBelow)
  let left = LISTING_SUBTITLES_MAX
  await mapYielding(videos, (video) => {
    const stem = stemOf(video)
    const all = together(beside.get(stem), shared, own.get(stem))
    if (all.paths.length === 0 && !all.isCut) return null
    const told = cut(all, left)
    left -= told.paths.length
    found.set(video, told)
    return null
  })
  return found
}

const nothing = (): FoundSubtitles => ({ paths: [], isCut: false })

const cut = ({ paths, isCut }: FoundSubtitles, most: number): FoundSubtitles => ({
  paths: paths.slice(0, most),
  isCut: isCut || paths.length > most,
})

function add(to: FoundSubtitles, path: string): void {
  if (to.paths.length < FILM_SUBTITLES_MAX) to.paths.push(path)
  else to.isCut = true
}

/** If space is short, a video's own subtitles come before those in folders for all videos. */
function together(beside = nothing(), shared = nothing(), own = nothing()): FoundSubtitles {
  const mine = cut(own, FILM_SUBTITLES_MAX - beside.paths.length)
  const ours = cut(shared, FILM_SUBTITLES_MAX - beside.paths.length - mine.paths.length)
  return { paths: [...beside.paths, ...ours.paths, ...mine.paths], isCut: beside.isCut || ours.isCut || mine.isCut }
}

/** For each stem, the names that begin with it. */
async function besideOf(stems: Prefixes, names: readonly string[]): Promise<Map<string, FoundSubtitles>> {
  const beside = new Map<string, FoundSubtitles>()
  await mapYielding(names, (name) => {
    for (const stem of stems.beginning(name)) add(entryOf(beside, stem), name)
    return null
  })
  return beside
}

function entryOf(map: Map<string, FoundSubtitles>, stem: string): FoundSubtitles {
  const known = map.get(stem) ?? nothing()
  map.set(stem, known)
  return known
}

/** What subtitles folders hold: for all videos, and in folders of a single video. */
async function lookIntoFolders(
  stems: Prefixes,
  folders: readonly string[],
  listBelow: ListBelow,
): Promise<{ shared: FoundSubtitles; own: Map<string, FoundSubtitles> }> {
  const own = new Map<string, FoundSubtitles>()
  const shared = nothing()
  let looks = 0
  for (const folder of folders) {
    if (++looks > FOLDERS_MAX) {
      shared.isCut = true
      break
    }
    const content = await listBelow(folder)
    for (const path of await subtitlesIn(`${folder}/`, content)) add(shared, path)
    for (const name of await foldersIn(content, (name) => !stems.beginning(name).next().done)) {
      const films = [...stems.beginning(name)].map((stem) => entryOf(own, stem))
      const isLooked = ++looks <= FOLDERS_MAX
      const paths = isLooked ? await subtitlesIn(`${folder}/${name}/`, await listBelow(`${folder}/${name}`)) : []
      for (const film of films) for (const path of paths.slice(0, FILM_SUBTITLES_MAX + 1)) add(film, path)
      if (!isLooked) for (const film of films) film.isCut = true
    }
  }
  return { shared, own }
}

const foldersIn = async (entries: readonly NamedFile[], isWanted: (name: string) => boolean): Promise<string[]> =>
  sortInTurns(
    await mapYielding(entries, ({ name, kind }) => (kind === 'folder' && isWanted(name) ? name : null)),
    byNaturalOrder,
  )

const subtitlesIn = async (folder: string, content: readonly NamedFile[]): Promise<string[]> =>
  sortInTurns(
    await mapYielding(content, ({ name, kind }) => (kind === 'file' && isSubtitle(name) ? folder + name : null)),
    byNaturalOrder,
  )
