// The title of a game, by the name of its file. Collections name files by the habits of No-Intro:
// `Legend of Game, The (Europe) (Rev 1) [!].gb`.

export interface RomTitle {
  name: string
  /** What is in brackets, apart from the marks of dumps. */
  about: string
}

const ARTICLES = /^(.+?), (The|A|An|El|La|Los|Las|Le|Les|L'|Die|Der|Das|Il|O|Os|As)(?=$| - |: )/
const BRACKETS = /\(([^()]*)\)/g
/** Numbers that releases got before their names: `0123 - Name`. */
const NUMBERED = /^\d{4} - (?=\S)/

/** The name of a file without its ending. */
export const stemOf = (name: string): string => name.slice(0, name.lastIndexOf('.')) || name

/** A name without what follows its first bracket. */
export const withoutBrackets = (stem: string): string => {
  const cut = stem.search(/[([]/)
  return cut > 0 ? stem.slice(0, cut).trimEnd() : stem
}

/** @param stem the name of a file without its ending */
export function titleOf(stem: string): RomTitle {
  const spaced = stem.includes(' ') ? stem.replaceAll('_ ', ': ') : stem
  const plain = withoutBrackets(spaced).replaceAll('_', ' ').trim().replace(NUMBERED, '')
  const name = plain.replace(ARTICLES, (_, title: string, article: string) =>
    article.endsWith("'") ? article + title : `${article} ${title}`,
  )
  const about = [...spaced.matchAll(BRACKETS)].map(([, inside = '']) => inside.trim()).filter((word) => word !== '')
  return { name: name || stem, about: about.join(', ') }
}
