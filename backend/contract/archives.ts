// The archive formats of downloads (`?algo=` of /api/raw) and their file name endings.

/** Value of `algo` → ending of the file name. The first one is the default. */
export const ARCHIVE_ENDINGS = {
  zip: '.zip',
  tar: '.tar',
  targz: '.tar.gz',
  tarbz2: '.tar.bz2',
  tarxz: '.tar.xz',
  tarlz4: '.tar.lz4',
  // Snappy's framing format.
  tarsz: '.tar.sz',
  tarbr: '.tar.br',
  tarzst: '.tar.zst',
} as const

export type ArchiveFormat = keyof typeof ARCHIVE_ENDINGS

/** The formats that the page offers, in this order. */
export const OFFERED_FORMATS = [
  'zip',
  'tar',
  'targz',
  'tarbz2',
  'tarxz',
  'tarlz4',
  'tarsz',
] as const satisfies readonly ArchiveFormat[]

// Archives that are opened like folders.

/** Format → endings of file names, in lower case. */
const OPENABLE_ENDINGS = {
  zip: ['.zip'],
  '7z': ['.7z'],
  tar: ['.tar'],
  targz: ['.tar.gz', '.tgz'],
  tarbz2: ['.tar.bz2', '.tbz2', '.tbz'],
  tarxz: ['.tar.xz', '.txz'],
  tarlz4: ['.tar.lz4'],
  tarzst: ['.tar.zst', '.tzst'],
  tarbr: ['.tar.br'],
  tarsz: ['.tar.sz'],
} as const

export type OpenableFormat = keyof typeof OPENABLE_ENDINGS

/** What a file's name says of its format; null if it is no archive that can be opened. */
export function openableFormatOf(name: string): OpenableFormat | null {
  const lower = name.toLowerCase()
  const formats = Object.keys(OPENABLE_ENDINGS) as OpenableFormat[]
  return formats.find((format) => OPENABLE_ENDINGS[format].some((ending) => lower.endsWith(ending))) ?? null
}

/** The name of an archive without its ending. The folder that it is extracted to gets this name. */
export function stemOfArchive(name: string): string {
  const lower = name.toLowerCase()
  const ending = Object.values(OPENABLE_ENDINGS)
    .flat()
    .find((one) => lower.endsWith(one))
  return name.slice(0, name.length - (ending?.length ?? 0)) || name
}

/** The most entries of one archive. */
export const ARCHIVE_ENTRIES_MAX = 100_000
/** An archive may unpack to this many times its own size, or to the bytes below if that is more. */
export const ARCHIVE_GROWTH_MAX = 1_000
export const ARCHIVE_ALWAYS_FINE_BYTES = 256 * 1024 * 1024
/**
 * The largest 7z of which files that are packed by PPMd or BCJ2 can be read. The process that reads them holds it whole
 * in memory.
 */
export const WHOLE_ARCHIVE_MAX_BYTES = 48 * 1024 * 1024
/** Entries of a folder on one page of a listing. */
export const ARCHIVE_PAGE = 1_000
