/** The name of subtitles in a player's menu, and their language ('' if unknown). */
export interface SubtitleName {
  label: string
  language: string
}

const CODE = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i

/**
 * `film.es.srt` beside `film.mp4` is Spanish; `Subs/English.srt` names itself. `languageName` returns undefined for an
 * unknown language.
 */
export function subtitleName(
  path: string,
  video: string,
  languageName: (code: string) => string | undefined,
): SubtitleName {
  const file = withoutEnding(path.slice(path.lastIndexOf('/') + 1))
  const stem = withoutEnding(video)
  const rest = (file.startsWith(stem) ? file.slice(stem.length) : file).replace(/^[\s._-]+/, '')
  const code = rest.split(/[\s._]+/).find((word) => CODE.test(word) && languageName(word) !== undefined)
  if (code === undefined) return { label: rest, language: '' }
  const name = languageName(code) ?? code
  const others = rest.split(/[\s._]+/).filter((word) => word !== code && word !== '')
  return { label: others.length === 0 ? name : `${name} (${others.join(' ')})`, language: code.toLowerCase() }
}

const withoutEnding = (name: string): string => name.replace(/\.[^.]*$/, '')
