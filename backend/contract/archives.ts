// The formats that folders and selections are downloaded in (`?algo=` of /api/raw), and how their files' names end.

/** Value of `algo` → ending of the name. The first one is the default. */
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

/** Those that the page offers, in their order. */
export const OFFERED_FORMATS = [
  'zip',
  'tar',
  'targz',
  'tarbz2',
  'tarxz',
  'tarlz4',
  'tarsz',
] as const satisfies readonly ArchiveFormat[]
