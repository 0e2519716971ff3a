// The systems of the arcade and the files that belong to it. Without schemas, for programs that do not need them.

export const ROM_SYSTEMS = ['gba', 'gb', 'gbc', 'nds'] as const
/** A system is also the ending of its ROMs, and the name of their folder. */
export type RomSystem = (typeof ROM_SYSTEMS)[number]

/** The folder of the games, in the shared folder or in a person's root. It has a folder for each system. */
export const ARCADE_FOLDER = 'ARCADE'

/** The page of a game, below the base path. */
export const EMULATOR_PATH = '/arcade/emulator'

/** Endings of pictures that are covers. */
export const COVER_ENDINGS = ['png', 'jpg', 'jpeg', 'webp'] as const

/** Larger files are no ROMs: the largest cartridge of these systems holds 512 MiB. */
export const ROM_MAX_BYTES = 512 * 1024 * 1024

/** The system of a file by its ending; null if it is no ROM. */
export function romSystemOf(name: string): RomSystem | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') ? (ROM_SYSTEMS.find((system) => system === ending) ?? null) : null
}
