// The dialogs that can be asked for by name: what each is told, and what it answers. The components are listed in
// dialogs/index.tsx.
import type { ArchiveFormat } from '../../../backend/contract/archives.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import type { UserRecord } from '../../../backend/contract/users.ts'

/** One side of a conflict. `modified` is RFC 3339. */
export type ConflictSide = Pick<Item, 'path' | 'name' | 'size' | 'modified' | 'isDir'>

export interface Conflict {
  /** `file`: what a person brought from outside, to be looked at. */
  incoming: ConflictSide & { file?: File }
  present: ConflictSide
}

/** `replace` merges two folders; it is not offered for a file against a folder. */
export type ConflictChoice = 'skip' | 'keepBoth' | 'replace'

export interface Dialogs {
  help: { props: object; answer: true }
  /** Names that are taken in `folder`. Answers a choice for each conflict, in their order. */
  conflict: {
    props: { kind: 'upload' | 'move' | 'copy' | 'restore'; folder: string; conflicts: Conflict[] }
    answer: ConflictChoice[]
  }
  /** Asked only where nothing can bring a deleted file back. */
  confirmDelete: { props: { items: Item[] }; answer: true }
  /** Deletes for good what the trash holds: one action by name, or several. */
  confirmPurge: { props: { count: number; name: string }; answer: true }
  /** `size` in bytes. */
  confirmEmptyTrash: { props: { count: number; size: number }; answer: true }
  /** Leaves a form whose changes are not saved. */
  confirmLeave: { props: object; answer: true }
  /** Leaves a text whose changes are not saved. */
  discardEditorChanges: { props: object; answer: true }
  /** Stops all uploads. */
  confirmAbort: { props: { count: number }; answer: true }
  /** Deletes a person, with or without the files. */
  deletePerson: { props: { person: UserRecord }; answer: true }
  /** Answers the path of the new folder. */
  newFolder: { props: { folder: string }; answer: string }
  newFile: { props: { folder: string }; answer: true }
  rename: { props: { item: Item }; answer: true }
  /** In which format several items, or a folder, are to be downloaded. */
  download: { props: { items: Item[] }; answer: ArchiveFormat }
  /** Links to one thing: those there are, and new ones. */
  share: { props: { item: Item }; answer: true }
  /** Makes a link that has ended work again. */
  extendLink: { props: { link: ShareLink }; answer: true }
  /** Ends a link for good. */
  confirmUnshare: { props: { path: string }; answer: true }
  /** Where the items are to go; answers a folder's path. */
  chooseFolder: {
    props: { kind: 'move' | 'copy' | 'restore'; items: Pick<Item, 'path' | 'name' | 'isDir'>[] }
    answer: string
  }
}

export type DialogName = keyof Dialogs
export type DialogProps<Name extends DialogName> = Dialogs[Name]['props']
export type DialogAnswer<Name extends DialogName> = Dialogs[Name]['answer']
