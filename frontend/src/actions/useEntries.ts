import { type Action, offered, perform } from './action.ts'
import type { MenuActions } from './menus.ts'
import type { MenuEntry, MenuGroups } from '../components/Menu.tsx'
import { useKeyWords } from '../i18n/useKeyWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'

/**
 * Turns commands into menu entries. Commands that are not possible now are left out, unless `choose` keeps them.
 * `onDone` is called after a command has run. Call it inside an observer.
 */
export function useEntries(
  choose: typeof offered = offered,
  onDone?: (action: Action) => void,
): (menu: MenuActions) => MenuGroups {
  const root = useRoot()
  const { t } = useTexts()
  const keyWords = useKeyWords()
  const entry = (action: Action): MenuEntry => ({
    id: action.id,
    label: t(action.label),
    icon: action.icon,
    ...(action.shortcuts?.[0] === undefined ? {} : { keys: keyWords(action.shortcuts[0]) }),
    ...(action.isDangerous === true ? { isDangerous: true } : {}),
    run: () => void perform(root, action).then(() => onDone?.(action)),
  })
  return (menu) => menu.map((group) => choose(root, group).map(entry))
}
