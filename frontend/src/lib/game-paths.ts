// Where the saves of games are: ordinary files in the person's own tree.
import { ARCADE_FOLDER, romSystemOf, type RomSystem } from '../../../backend/contract/rom-systems.ts'
import { stemOfRom } from './rom-paths.ts'

const SAVES_FOLDER = 'Saves'
/** The endings that the emulator's cores give to battery saves. */
const SAVE_ENDINGS: Record<RomSystem, string> = { gb: 'srm', gbc: 'srm', gba: 'srm', nds: 'sav' }
/** How many states of a game are kept. */
export const SLOTS = 6

export interface GamePaths {
  /** The battery save. */
  save: string
  /** The one that somebody has handed over; null without a shared folder. */
  shared: string | null
  /** The picture of the last save. */
  poster: string
  /** The keys and buttons that the person plays with, the same for all games. */
  controls: string
  /** The folder of states and screenshots. */
  folder: string
  state(slot: number): string
  picture(slot: number): string
  screenshot(at: Date): string
}

/** @param rom the path of a ROM */
export function pathsOfGame(rom: string, sharedFolder: string): GamePaths {
  const system = romSystemOf(rom) ?? 'gb'
  const stem = stemOfRom(rom)
  const folder = `/${SAVES_FOLDER}/${system}/${stem}`
  const name = `${SAVES_FOLDER}/${system}/${stem}.${SAVE_ENDINGS[system]}`
  return {
    save: `/${name}`,
    shared: sharedFolder === '' ? null : `/${sharedFolder}/${ARCADE_FOLDER}/${name}`,
    poster: `/${SAVES_FOLDER}/${system}/${stem}.png`,
    controls: `/${SAVES_FOLDER}/Controls.json`,
    folder,
    state: (slot) => `${folder}/${slot}.state`,
    picture: (slot) => `${folder}/${slot}.png`,
    screenshot: (at) => `${folder}/${timeWords(at)}.png`,
  }
}

/** `2026-11-26 10.42.05`, in the person's time. */
function timeWords(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[two(at.getHours()), two(at.getMinutes()), two(at.getSeconds())].join('.')}`
}
