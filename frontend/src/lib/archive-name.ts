/**
 * Whether a file is an archive that is opened like a folder, by its name. A pattern, so that the first page needs no
 * table of formats.
 */
export const isArchiveName = (name: string): boolean =>
  /\.(zip|7z|tar|tgz|tbz2?|txz|tzst|tar\.(gz|bz2|xz|zst|br|sz))$/i.test(name)
