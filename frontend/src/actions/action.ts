// What a command is. Buttons, menus, shortcuts and the help all read the same object. One file for each command.
import type { LucideIcon } from 'lucide-react'
import type { Message, TranslationKey } from '../i18n/message.ts'
import type { RootStore } from '../stores/RootStore.ts'

export interface Shortcut {
  /** `KeyboardEvent.key`; letters in lower case. */
  key: string
  /** Ctrl, or Cmd on a Mac. */
  mod?: boolean
  alt?: boolean
  /** Needed only to tell two shortcuts apart; a `?` needs none. */
  shift?: boolean
}

export interface Action {
  id: string
  label: TranslationKey
  icon: LucideIcon
  /** Menus show the first one. */
  shortcuts?: readonly Shortcut[]
  isDangerous?: boolean
  /** It shows something about the selection, so the selection has to stay. */
  needsSelection?: boolean
  /** What it would do now, if the label does not say it. For the palette and the help. */
  detail?(root: RootStore): Message | null
  /** Whether the person may use it here. If not, it is absent. Commands for items work on `root.chosen`. */
  isAllowed(root: RootStore): boolean
  /** Whether it makes sense at this moment. If not, it is absent from menus, and its button is disabled. */
  isEnabled(root: RootStore): boolean
  run(root: RootStore): void | Promise<void>
}

/** The commands that can be offered now. */
export const offered = (root: RootStore, actions: readonly Action[]): Action[] =>
  actions.filter((action) => action.isAllowed(root) && action.isEnabled(root))

/** Commands with permanent buttons. While a folder is loading they stay in place, disabled, so that nothing jumps. */
export const standing = (root: RootStore, actions: readonly Action[]): Action[] =>
  actions.filter((action) => action.isAllowed(root) && (action.isEnabled(root) || root.listing.isComing))

/** Runs a command and shows errors in a toast. */
export async function perform(root: RootStore, action: Action): Promise<void> {
  if (!action.isAllowed(root) || !action.isEnabled(root)) return
  try {
    await action.run(root)
  } catch (error) {
    root.toasts.error(error)
  }
}

/** Whether a key press is one of a command's shortcuts. */
export function matches(
  action: Pick<Action, 'shortcuts'>,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return (action.shortcuts ?? []).some(
    (shortcut) =>
      shortcut.key === key &&
      (shortcut.mod ?? false) === (event.ctrlKey || event.metaKey) &&
      (shortcut.alt ?? false) === event.altKey &&
      (shortcut.shift === undefined || shortcut.shift === event.shiftKey),
  )
}
