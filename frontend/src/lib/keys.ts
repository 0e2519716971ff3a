/** The parts of a shortcut, as actions have them. */
export interface Keys {
  key: string
  mod?: boolean
  alt?: boolean
  shift?: boolean
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  ' ': 'Space',
}
const MAC_SIGNS: Record<string, string> = { ...SIGNS, Backspace: '⌫', Delete: '⌦', Enter: '↩' }

/** A shortcut as the keyboard at hand writes it: `Ctrl+X`, `⌘X`. */
export function keyWords({ key, mod, alt, shift }: Keys, isMac = isAppleKeyboard()): string {
  const sign = (isMac ? MAC_SIGNS : SIGNS)[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  if (isMac) return `${alt === true ? '⌥' : ''}${shift === true ? '⇧' : ''}${mod === true ? '⌘' : ''}${sign}`
  return [mod === true ? 'Ctrl' : '', alt === true ? 'Alt' : '', shift === true ? 'Shift' : '', sign]
    .filter((part) => part !== '')
    .join('+')
}

export const isAppleKeyboard = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
