// Which commands are in which menu. A menu is a list of groups, separated by lines.
import type { Screen } from '../stores/ScreenStore.ts'
import type { Action } from './action.ts'
import { addFavourite, removeFavourite } from './favourite.ts'
import { clearSelection } from './clearSelection.ts'
import { compress } from './compress.ts'
import { compare } from './compare.ts'
import { copy } from './copy.ts'
import { copyAddress, copyPath } from './copyPath.ts'
import { copyTo } from './copyTo.ts'
import { cut } from './cut.ts'
import { download } from './download.ts'
import { duplicate } from './duplicate.ts'
import { goUp } from './goUp.ts'
import { info } from './info.ts'
import { invertSelection } from './invertSelection.ts'
import { moveTo } from './moveTo.ts'
import { newFile } from './newFile.ts'
import { newFolder } from './newFolder.ts'
import { newFolderWith } from './newFolderWith.ts'
import { open } from './open.ts'
import { openPalette } from './openPalette.ts'
import { paste } from './paste.ts'
import { remove } from './remove.ts'
import { rename } from './rename.ts'
import { search } from './search.ts'
import { selectAll } from './selectAll.ts'
import { selectBy } from './selectBy.ts'
import { selectMode } from './selectMode.ts'
import { share } from './share.ts'
import { showHelp } from './showHelp.ts'
import { toggleShell } from './toggleShell.ts'
import { toggleView } from './toggleView.ts'
import { undo } from './undo.ts'
import { uploadFiles } from './uploadFiles.ts'
import { uploadFolder } from './uploadFolder.ts'

export type MenuActions = readonly (readonly Action[])[]

/** The button "New". */
export const NEW_MENU: MenuActions = [[newFolder, newFile]]
/** The button "Upload": its first command, and a menu where there are more. */
export const UPLOAD_MENU: MenuActions = [[uploadFiles, uploadFolder]]

/** The commands with shortcuts among the files, in the order of the help. */
export const FILES_KEYS: MenuActions = [
  [open, goUp, search, download, share, info],
  [...NEW_MENU.flat(), ...UPLOAD_MENU.flat()],
  [cut, copy, paste, duplicate, rename, remove, undo],
  [selectAll, invertSelection, clearSelection],
  [toggleView, toggleShell, openPalette, showHelp],
]
/** The commands with shortcuts on every screen. */
export const FRAME_KEYS: readonly Action[] = [search, openPalette, showHelp]

/** The commands of a screen with rows. The screen passes them to the frame and uses them itself. */
export type ScreenCommands = Pick<Screen, 'keys' | 'bar' | 'rowMenu' | 'groundMenu'>

export const FILES_COMMANDS: ScreenCommands = {
  keys: FILES_KEYS.flat(),
  /** On the bar that floats over a selection. */
  bar: [download, share, moveTo, copyTo, rename, info, remove],
  /** The menu of rows: opened by right click, long press, or the row's own button. */
  rowMenu: [
    [open, compare, download, share],
    [rename, moveTo, copyTo, newFolderWith, compress],
    [cut, copy, duplicate],
    [addFavourite, removeFavourite, copyPath, copyAddress, info, invertSelection],
    [remove],
  ],
  /** The menu of a listing's empty background. */
  groundMenu: [
    ...NEW_MENU,
    ...UPLOAD_MENU,
    [paste],
    [selectMode, selectAll, selectBy],
    [goUp, info, copyAddress],
    [toggleShell],
  ],
}
