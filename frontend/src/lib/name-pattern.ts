/**
 * Matches names with a pattern: `*` stands for any characters, `?` for one; case is ignored. A pattern without either
 * matches anywhere in the name.
 */
export function namePattern(pattern: string): (name: string) => boolean {
  const wanted = pattern.trim().toLowerCase()
  if (wanted === '') return () => false
  if (!/[*?]/.test(wanted)) return (name) => name.toLowerCase().includes(wanted)
  const letters = [...wanted]
  return (name) => fits([...name.toLowerCase()], letters)
}

/** Goes through both once, and back only to the last star, so that no pattern takes long. */
function fits(name: readonly string[], pattern: readonly string[]): boolean {
  let [at, place, star, resumed] = [0, 0, -1, 0]
  while (at < name.length) {
    if (pattern[place] === '*') {
      star = place
      place += 1
      resumed = at
    } else if (pattern[place] === '?' || pattern[place] === name[at]) {
      at += 1
      place += 1
    } else if (star >= 0) {
      place = star + 1
      resumed += 1
      at = resumed
    } else return false
  }
  return pattern.slice(place).every((letter) => letter === '*')
}
