// Expands words to arguments: patterns become the matching names that the person may see (XCU 2.6.6).
import { AppError } from '../../lib/app-error.ts'
import { childOf, parseUserPath, type UserPath } from '../../storage/paths.ts'
import type { Entry } from '../../storage/types.ts'
import type { Argument } from './arguments.ts'
import { ShellError } from './errors.ts'
import { type Character, charactersOf, isPattern, matcherOf } from './pattern.ts'
import { textOf, type Word } from '../../../contract/shell-words.ts'
import type { WorkingFolder } from './working-folder.ts'

/** The most names that one line may expand to. */
const EXPANDED_NAMES_MAX = 10_000

type Listing = Pick<WorkingFolder, 'resolve' | 'list'>

/** A partial match: how it is written, and where it is. */
interface Match {
  text: string
  path: UserPath
  isFolder: boolean
}

/** All arguments of a command. @throws ShellError for more than 10,000 names */
export async function expandWords(words: readonly Word[], tree: Listing): Promise<Argument[]> {
  const args: Argument[] = []
  for (const word of words) {
    args.push(...(await expandWord(word, tree)))
    if (args.length > EXPANDED_NAMES_MAX) throw tooMany()
  }
  return args
}

const tooMany = () => new ShellError('error.tooManyNames', { number: EXPANDED_NAMES_MAX })

async function expandWord(word: Word, tree: Listing): Promise<Argument[]> {
  const itself = { text: textOf(word), mayBeOption: word[0]?.isValue !== true }
  const characters = charactersOf(word)
  if (!isPattern(characters)) return [itself]
  const found = await matchesOf(characters, tree)
  // A pattern without a match stays as it is.
  return found.length === 0 ? [itself] : found.map(({ text }) => ({ text, mayBeOption: false }))
}

async function matchesOf(characters: readonly Character[], tree: Listing): Promise<Match[]> {
  const segments = splitSegments(characters)
  const isAbsolute = segments[0]?.length === 0
  let matches: Match[] = [{ text: isAbsolute ? '/' : '', path: tree.resolve(isAbsolute ? '/' : '.'), isFolder: true }]
  const wanted = segments.filter((segment) => segment.length > 0)
  for (const [index, segment] of wanted.entries()) {
    const isLast = index === wanted.length - 1
    const next: Match[] = []
    for (const match of matches) {
      next.push(...(await step(match, segment, { tree, isLast })))
      if (next.length > EXPANDED_NAMES_MAX) throw tooMany()
    }
    matches = next
  }
  const wantsFolders = segments.length > 1 && segments.at(-1)?.length === 0
  return wantsFolders
    ? matches.filter(({ isFolder }) => isFolder).map((match) => ({ ...match, text: `${match.text}/` }))
    : matches
}

async function step(
  from: Match,
  segment: readonly Character[],
  { tree, isLast }: { tree: Listing; isLast: boolean },
): Promise<Match[]> {
  const name = segment.map(({ char }) => char).join('')
  const written = (part: string) => (from.text === '' || from.text.endsWith('/') ? from.text : `${from.text}/`) + part
  if (name === '.' || name === '..')
    return [{ text: written(name), path: name === '.' ? from.path : tree.resolve(`${from.path}/..`), isFolder: true }]
  // Plain segments before the next pattern need no check, because a missing folder lists nothing.
  if (!isPattern(segment) && !isLast)
    return [{ text: written(name), path: parseUserPath(`${from.path}/${name}`), isFolder: true }]
  const fits = isPattern(segment) ? matcherOf(segment) : (other: string) => other === name
  // A leading dot has to be matched explicitly (XCU 2.13.3).
  const showsHidden = segment[0]?.char === '.'
  const entries = await listIfFolder(tree, from.path)
  return entries
    .filter(
      (entry) =>
        (isLast || entry.kind === 'folder') && (showsHidden || !entry.name.startsWith('.')) && fits(entry.name),
    )
    .map((entry) => ({
      text: written(entry.name),
      path: childOf(from.path, entry.name),
      isFolder: entry.kind === 'folder',
    }))
}

async function listIfFolder(tree: Listing, path: UserPath): Promise<Entry[]> {
  try {
    return await tree.list(path)
  } catch (error) {
    if (error instanceof AppError && ['notFound', 'isFile', 'forbidden', 'badRequest'].includes(error.code)) return []
    throw error
  }
}

function splitSegments(characters: readonly Character[]): Character[][] {
  const segments: Character[][] = [[]]
  for (const character of characters) {
    if (character.char === '/') segments.push([])
    else segments.at(-1)?.push(character)
  }
  return segments
}
