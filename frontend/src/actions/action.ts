// What a command is. Buttons, menus, keys and the help read the same object; one file per command.
import type { LucideIcon } from 'lucide-react'
import type { TranslationKey } from '../i18n/message.ts'
import type { RootStore } from '../stores/RootStore.ts'

export interface Shortcut {
  /** `KeyboardEvent.key`; letters in lower case. */
  key: string
  /** Ctrl, or Cmd on a Mac. */
  mod?: boolean
  alt?: boolean
  /** Only where it tells two shortcuts apart; a `?` needs none. */
  shift?: boolean
}

export interface Action {
  id: string
  label: TranslationKey
  icon: LucideIcon
  /** The first one is the one that menus show. */
  shortcuts?: readonly Shortcut[]
  isDangerous?: boolean
  /**
   * Whether the person may, here: what is not allowed is absent. It works on `root.selection` where it works on items.
   */
  isAllowed(root: RootStore): boolean
  /** Whether it makes sense at this moment. In a menu what does not is absent as well, among buttons it is disabled. */
  isEnabled(root: RootStore): boolean
  run(root: RootStore): void | Promise<void>
}

/** Commands that can be offered now. */
export const offered = (root: RootStore, actions: readonly Action[]): Action[] =>
  actions.filter((action) => action.isAllowed(root) && action.isEnabled(root))

/**
 * Commands that have a button of their own: they stay where they are, disabled, while a folder is on its way, so that
 * nothing jumps.
 */
export const standing = (root: RootStore, actions: readonly Action[]): Action[] =>
  actions.filter((action) => action.isAllowed(root) && (action.isEnabled(root) || root.listing.isComing))

/** Runs a command; what goes wrong is told in a toast. */
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
