// The dialogs that can be opened by name: their props and their answers. The components are listed in
// dialogs/index.tsx.
import type { TypedAhead } from '../lib/typed-ahead.ts'
import type { ArchiveFormat } from '../../../backend/contract/archives.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import type { UserRecord } from '../../../backend/contract/users.ts'

/** One side of a conflict. `modified` is RFC 3339. */
export type ConflictSide = Pick<Item, 'path' | 'name' | 'size' | 'modified' | 'isDir'>

export interface Conflict {
  /** `file`: the file from outside, for a preview. */
  incoming: ConflictSide & { file?: File }
  present: ConflictSide
}

/** `replace` merges two folders. It is not offered for a file against a folder. */
export type ConflictChoice = 'skip' | 'keepBoth' | 'replace'

export interface Dialogs {
  help: { props: object; answer: true }
  /** Names that are taken in `folder`. The answer has a choice for each conflict, in order. */
  conflict: {
    props: { kind: 'upload' | 'move' | 'copy' | 'restore'; folder: string; conflicts: Conflict[] }
    answer: ConflictChoice[]
  }
  /** Asked only if nothing can bring a deleted file back. */
  confirmDelete: { props: { items: Item[] }; answer: true }
  /** Purges from the trash: one action by name, or several. */
  confirmPurge: { props: { count: number; name: string }; answer: true }
  /** `size` in bytes. */
  confirmEmptyTrash: { props: { count: number; size: number }; answer: true }
  /** Leaves a form whose changes are not saved. */
  confirmLeave: { props: object; answer: true }
  /** Asks whether to leave a text with unsaved changes. */
  discardEditorChanges: { props: object; answer: true }
  /** Stops all uploads. */
  confirmAbort: { props: { count: number }; answer: true }
  /** Deletes a person, with or without the files. */
  deletePerson: { props: { person: UserRecord }; answer: true }
  /** Answers the path of the new folder. `typed` has what was typed before the dialog was there. */
  newFolder: { props: { folder: string; typed?: TypedAhead }; answer: string }
  newFile: { props: { folder: string; typed?: TypedAhead }; answer: true }
  rename: { props: { item: Item; typed?: TypedAhead }; answer: true }
  /** Creates an archive of items of one folder. */
  compress: { props: { items: Item[] }; answer: true }
  /** Shows the differences of two texts. */
  compare: { props: { first: Item; second: Item }; answer: true }
  /** Asks for new names of several items. */
  batchRename: { props: { items: Item[] }; answer: true }
  /** The format for downloading several items, or a folder. */
  download: { props: { items: Item[] }; answer: ArchiveFormat }
  /** Asks which items of the folder to select, by a pattern of their names or by kind. Answers their names. */
  selectBy: { props: object; answer: string[] }
  /** The links to one item: existing and new ones. */
  share: { props: { item: Item }; answer: true }
  /** Extends a link that has ended. */
  extendLink: { props: { link: ShareLink }; answer: true }
  /** Ends a link for good. */
  confirmUnshare: { props: { path: string }; answer: true }
  /** The destination for the items. The answer is a folder's path. */
  chooseFolder: {
    props: {
      kind: 'move' | 'copy' | 'restore' | 'extract' | 'import' | 'receive' | 'watch'
      items: Pick<Item, 'path' | 'name' | 'isDir'>[]
    }
    answer: string
  }
  /** Which files of a torrent come. */
  importFiles: { props: { id: string; name: string }; answer: true }
  /** Cancels an import that has fetched something. */
  confirmCancelImport: { props: { name: string }; answer: true }
  /** Offers to import what was brought to a folder: torrent files or links. */
  offerImport: { props: ImportOffer; answer: 'import' | 'upload' }
  /** Finds commands, places, settings, people and files; `typed` has what was typed before the palette was there. */
  palette: { props: { typed: TypedAhead }; answer: true }
}

export interface ImportOffer {
  kind: 'torrents' | 'links'
  /** Names of files, or links. */
  names: readonly string[]
  folder: string
  /** Whether they came in files, which can be uploaded instead; torrents always do. */
  areFiles?: boolean
}

export type DialogName = keyof Dialogs
export type DialogProps<Name extends DialogName> = Dialogs[Name]['props']
export type DialogAnswer<Name extends DialogName> = Dialogs[Name]['answer']
