// Paths of ROMs. A ROM in a zip has a path that leads into the zip.
import { ARCADE_FOLDER, EMULATOR_PATH, type RomSystem } from '../../../backend/contract/rom-systems.ts'
import { nameOf, segmentsOf } from './paths.ts'

/** The names of the systems, in all languages. */
export const SYSTEM_NAMES: Record<RomSystem, string> = {
  gba: 'Game Boy Advance',
  gb: 'Game Boy',
  gbc: 'Game Boy Color',
  nds: 'Nintendo DS',
}

/** The file of a ROM: itself, or the zip that it is in. */
export function fileOfRom(path: string): string {
  const segments = segmentsOf(path)
  const zip = segments.findIndex((name, index) => index < segments.length - 1 && name.toLowerCase().endsWith('.zip'))
  return zip < 0 ? path : `/${segments.slice(0, zip + 1).join('/')}`
}

/** The name of a ROM without its ending. */
export const stemOfRom = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '') || nameOf(path)

/** The page's address of a game. */
export const gameUrl = (path: string): string => `${EMULATOR_PATH}?rom=${encodeURIComponent(path)}`

/** The folder for new games of a system. */
export const romFolder = (sharedFolder: string, system: RomSystem): string =>
  `${sharedFolder === '' ? '' : `/${sharedFolder}`}/${ARCADE_FOLDER}/${system}`

/** The ROM that an address asks for; null if it asks for none. Paths that lead elsewhere count as none. */
export function romOfQuery(search: string): string | null {
  const segments = segmentsOf(new URLSearchParams(search).get('rom') ?? '')
  if (segments.length === 0 || segments.some((name) => name === '.' || name === '..')) return null
  return `/${segments.join('/')}`
}
