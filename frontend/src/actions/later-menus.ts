// The menus of the screens that are fetched later, and all commands with shortcuts, for the help.
import type { Action } from './action.ts'
import { clearSelection } from './clearSelection.ts'
import { copy } from './copy.ts'
import { copyAddress, copyPath } from './copyPath.ts'
import { copyTo } from './copyTo.ts'
import { cut } from './cut.ts'
import { download } from './download.ts'
import { duplicate } from './duplicate.ts'
import { downloadEntry } from './downloadEntry.ts'
import { emptyTrash } from './emptyTrash.ts'
import { extractHere, extractTo } from './extract.ts'
import { addFavourite, removeFavourite } from './favourite.ts'
import { goUp } from './goUp.ts'
import { lookInside } from './lookInside.ts'
import { FILES_KEYS, type MenuActions, type ScreenCommands } from './menus.ts'
import { moveTo } from './moveTo.ts'
import { open } from './open.ts'
import { openEntry } from './openEntry.ts'
import { purge, purgeOpened } from './purge.ts'
import { remove } from './remove.ts'
import { rename } from './rename.ts'
import { restore, restoreAll } from './restore.ts'
import { restoreTo } from './restoreTo.ts'
import { selectAll } from './selectAll.ts'
import { share } from './share.ts'
import { showInFolder } from './showInFolder.ts'
import { undo } from './undo.ts'

/** Every command with a shortcut, in the order of the help. */
export const KEY_ACTIONS: MenuActions = FILES_KEYS.toSpliced(3, 0, [purge], [showInFolder])

export const TRASH_COMMANDS: ScreenCommands = {
  keys: [goUp, purge, undo, selectAll, clearSelection],
  bar: [restore, restoreTo, purge],
  rowMenu: [[lookInside], [restore, restoreTo], [purge]],
  groundMenu: [[restoreAll, selectAll], [goUp], [emptyTrash, purgeOpened]],
}

export const ARCHIVE_COMMANDS: ScreenCommands = {
  keys: [openEntry, goUp, downloadEntry, undo, selectAll, clearSelection],
  bar: [downloadEntry, extractHere, extractTo],
  rowMenu: [
    [openEntry, downloadEntry],
    [extractHere, extractTo],
  ],
  groundMenu: [[extractHere, extractTo], [selectAll], [goUp]],
}

export const SEARCH_COMMANDS: ScreenCommands = {
  keys: [open, showInFolder, download, share, cut, copy, duplicate, rename, remove, undo, selectAll, clearSelection],
  bar: [download, share, moveTo, copyTo, rename, remove],
  rowMenu: [
    [open, showInFolder, download, share],
    [rename, moveTo, copyTo],
    [cut, copy, duplicate],
    [addFavourite, removeFavourite, copyPath, copyAddress],
    [remove],
  ],
  groundMenu: [],
}

export const SETTINGS_KEYS: readonly Action[] = [undo]
