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
