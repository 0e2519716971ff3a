// Which subtitles belong to a video: those beside it that begin with its name, and those in a folder made for them (api-contract 3.1).
import { SUBTITLE_ENDINGS } from '../../../contract/resources.ts'
import { mapInTurns } from '../../lib/turns.ts'
import { extensionOf } from '../../storage/paths.ts'

/** Names of folders that hold the subtitles of the videos beside them, in lower case. */
const FOLDERS: readonly string[] = ['subs', 'subtitles']
/** Folders of subtitles that are looked into for one listing. */
const FOLDERS_MAX = 50

/** What is known of one entry of a folder. */
export interface Named { name: string; kind: 'file' | 'folder' }

/** Answers what lies in a folder below the listed one (`Subs`, `Subs/film`), after the rules. */
export type ListBelow = (relative: string) => Promise<readonly Named[]>

export function isSubtitle(name: string): boolean {
  const lower = name.toLowerCase()
  return SUBTITLE_ENDINGS.some((ending) => lower.endsWith(ending))
}

/** A video's name, without its extension. */
const stemOf = (name: string): string => name.slice(0, name.length - extensionOf(name).length)

/** The subtitles of each video, relative to the listed folder, by name of the video. Videos without any are left out. */
export async function findSubtitles(videos: readonly string[], entries: readonly Named[], listBelow: ListBelow): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (videos.length === 0) return found
  const beside = (await mapInTurns(entries, ({ name, kind }) => (kind === 'file' && isSubtitle(name) ? name : null))).sort()
  const folders = await lookIntoFolders(videos, entries, listBelow)
  if (beside.length === 0 && folders.files.length === 0 && folders.inner.length === 0) return found
  await mapInTurns(videos, (video) => {
    const stem = stemOf(video)
    const own = folders.inner.filter(({ name }) => name.startsWith(stem)).flatMap(({ files }) => files)
    const all = [...startingWith(beside, stem), ...folders.files, ...own]
    if (all.length > 0) found.set(video, all)
    return null
  })
  return found
}

async function lookIntoFolders(videos: readonly string[], entries: readonly Named[], listBelow: ListBelow): Promise<{ files: string[]; inner: { name: string; files: string[] }[] }> {
  const files: string[] = []
  const inner: { name: string; files: string[] }[] = []
  const stems = videos.map(stemOf)
  for (const { name: folder } of entries.filter(({ name, kind }) => kind === 'folder' && FOLDERS.includes(name.toLowerCase()))) {
    const content = await listBelow(folder)
    files.push(...subtitlesIn(folder, content))
    for (const { name } of content.filter(({ kind }) => kind === 'folder')) {
      if (inner.length >= FOLDERS_MAX || !stems.some((stem) => name.startsWith(stem))) continue
      inner.push({ name, files: subtitlesIn(`${folder}/${name}`, await listBelow(`${folder}/${name}`)) })
    }
  }
  return { files, inner }
}

const subtitlesIn = (folder: string, content: readonly Named[]): string[] =>
  content.filter(({ name, kind }) => kind === 'file' && isSubtitle(name)).map(({ name }) => `${folder}/${name}`).sort()

/** The names that begin so, of sorted ones. */
function startingWith(sorted: readonly string[], prefix: string): string[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  const names: string[] = []
  for (let at = low; at < sorted.length; at++) {
    const name = sorted[at] ?? ''
    if (!name.startsWith(prefix)) break
    names.push(name)
  }
  return names
}
