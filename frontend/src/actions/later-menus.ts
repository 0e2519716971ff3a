// The menus of the screens that are fetched later, and all commands with shortcuts, for the help.
import type { Action } from './action.ts'
import { clearSelection } from './clearSelection.ts'
import { emptyTrash } from './emptyTrash.ts'
import { goUp } from './goUp.ts'
import { lookInside } from './lookInside.ts'
import { FILES_KEYS, type Menu, type ScreenCommands } from './menus.ts'
import { purge, purgeOpened } from './purge.ts'
import { restore, restoreAll } from './restore.ts'
import { restoreTo } from './restoreTo.ts'
import { selectAll } from './selectAll.ts'
import { undo } from './undo.ts'

/** Every command with a shortcut, in the order of the help. */
export const KEY_ACTIONS: Menu = FILES_KEYS.toSpliced(3, 0, [purge])

export const TRASH_COMMANDS: ScreenCommands = {
  keys: [goUp, purge, undo, selectAll, clearSelection],
  bar: [restore, restoreTo, purge],
  rowMenu: [[lookInside], [restore, restoreTo], [purge]],
  groundMenu: [[restoreAll, selectAll], [goUp], [emptyTrash, purgeOpened]],
}

export const SETTINGS_KEYS: readonly Action[] = [undo]
