// What a person uploads: files and empty folders, from a drop, a file chooser or the clipboard, in one form.

/** A file or an empty folder, with the folder names between the destination and it. */
export type UploadEntry = FileEntry | { kind: 'folder'; names: string[] } | { kind: 'unreadable'; names: string[] }

export interface FileEntry {
  kind: 'file'
  names: string[]
  file: File
  handle?: KeptHandle
}

/** A handle that survives a reload (File System Access API): the dropped entry, and the path from there to the file. */
export interface KeptHandle {
  top: FileSystemHandle
  inside: string[]
}

/** Files of an `<input type=file>`. Those of a folder chooser have their path in `webkitRelativePath`. */
export function entriesOfFiles(files: Iterable<File>): UploadEntry[] {
  return Array.from(files, (file) => ({
    kind: 'file',
    names: file.webkitRelativePath ? file.webkitRelativePath.split('/') : [file.name],
    file,
  }))
}
