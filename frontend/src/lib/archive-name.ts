/**
 * Whether a file is an archive that opens like a folder, by its name. A pattern is enough, so the first page does not
 * need the table of formats.
 */
export const isArchiveName = (name: string): boolean =>
  /\.(zip|7z|tar|tgz|tbz2?|txz|tzst|tar\.(gz|bz2|xz|lz4|zst|br|sz))$/i.test(name)
