// Which texts the parts of the page that are fetched later name, but do not bring along (frontend/src/i18n/parts.ts).
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TextPart, Texts } from '../../frontend/src/i18n/parts.ts'
import { keysOf, missingTexts } from './page-texts.ts'
import { ROOT } from './places.ts'

const SOURCES = path.join(ROOT, 'frontend', 'src')
const FIRST = path.join(SOURCES, 'pages', 'app.tsx')
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'(\.[^']+\.tsx?)'/gm
/** `import('./CalendarScene.tsx')).CalendarScene, 'calendar'` */
const FETCHED = /import\('(\.[^']+\.tsx?)'\)(?:\)\.\w+(?:,\s*'(\w+)')?)?/g

interface Source {
  text: string
  imports: readonly string[]
  /** What it fetches later, and the room whose texts come along. */
  fetches: readonly { file: string; room: string | undefined }[]
}

/** The files of the page from one on, with all that they import and fetch. */
async function readSources(first: string, found = new Map<string, Source>()): Promise<Map<string, Source>> {
  if (found.has(first)) return found
  const text = await readFile(first, 'utf8')
  const at = (name: string) => path.resolve(path.dirname(first), name)
  const source = {
    text,
    imports: [...text.matchAll(STATIC)].map(([, name = '']) => at(name)),
    fetches: [...text.matchAll(FETCHED)].map(([, name = '', room]) => ({ file: at(name), room })),
  }
  found.set(first, source)
  for (const file of [...source.imports, ...source.fetches.map(({ file }) => file)]) await readSources(file, found)
  return found
}

/** A file and all that comes with it, but for what is there already. */
function comingWith(file: string, sources: ReadonlyMap<string, Source>, there: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>()
  const visit = (one: string): void => {
    if (seen.has(one) || there.has(one)) return
    seen.add(one)
    sources.get(one)?.imports.forEach(visit)
  }
  visit(file)
  return seen
}

/**
 * What the parts of the signed-in page lack, as `scenes/trash/TrashScene.tsx: calendar.week`. A part may name texts of
 * the files, of the rest and of its room; one that is fetched without a room, those of the parts that fetch it.
 */
export async function partsWithoutTexts(texts: Texts): Promise<string[]> {
  const sources = await readSources(FIRST)
  const keys = keysOf(texts)
  const first = comingWith(FIRST, sources, new Set())
  const lacking = new Set<string>()
  const visited = new Set<string>()
  const visit = (root: string, rooms: readonly string[]): void => {
    const asked = `${root} ${rooms.join()}`
    if (visited.has(asked)) return
    visited.add(asked)
    const parts = ['files', 'rest', ...rooms] as TextPart[]
    for (const file of comingWith(root, sources, root === FIRST ? new Set() : first)) {
      const { text = '', fetches = [] } = sources.get(file) ?? {}
      const own = root === FIRST ? [] : parts.reduce((left, part) => missingTexts(text, part, left), keys)
      for (const key of own) lacking.add(`${path.relative(SOURCES, file)}: ${key}`)
      for (const { file: later, room } of fetches) visit(later, room === undefined ? rooms : [...rooms, room])
    }
  }
  visit(FIRST, [])
  return [...lacking]
}
