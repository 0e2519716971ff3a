// What lies where below /dav/: the people, the calendars, and the events in them.
export type DavPlace =
  | { kind: 'root' }
  | { kind: 'home' }
  | { kind: 'principal'; person: number }
  | { kind: 'calendar'; calendar: string }
  | { kind: 'object'; calendar: string; name: string }

const ROOT = '/dav/'
export const HOME = `${ROOT}calendars/`

/** The place of a path, percent-encoded and below the base path; null if there is nothing. */
export function davPlaceOf(path: string): DavPlace | null {
  const [, top = '', first = '', second = '', ...more] = partsOf(path) ?? []
  if (more.length > 0 || partsOf(path)?.[0] !== 'dav') return null
  if (top === '') return { kind: 'root' }
  if (top === 'people' && /^[1-9]\d{0,9}$/.test(first) && second === '')
    return { kind: 'principal', person: Number(first) }
  if (top !== 'calendars') return null
  if (first === '') return second === '' ? { kind: 'home' } : null
  return second === '' ? { kind: 'calendar', calendar: first } : { kind: 'object', calendar: first, name: second }
}

function partsOf(path: string): string[] | null {
  try {
    return path
      .replace(/^\/|\/$/g, '')
      .split('/')
      .map(decodeURIComponent)
  } catch {
    return null
  }
}

/** The path of a place, below the base path. */
export function pathOf(place: DavPlace): string {
  if (place.kind === 'root') return ROOT
  if (place.kind === 'home') return HOME
  if (place.kind === 'principal') return `${ROOT}people/${place.person}/`
  const calendar = `${HOME}${encodeURIComponent(place.calendar)}/`
  return place.kind === 'calendar' ? calendar : calendar + encodeURIComponent(place.name)
}
