/** The parts of a shortcut, as actions have them. */
export interface Keys {
  key: string
  mod?: boolean
  alt?: boolean
  shift?: boolean
}

const ARROWS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const MAC_SIGNS: Record<string, string> = { ...ARROWS, Backspace: '⌫', Delete: '⌦', Enter: '↩' }

/** Keys whose name depends on the language, and the text that has the name. */
const NAMES = {
  Backspace: 'keys.backspace',
  Delete: 'keys.delete',
  End: 'keys.end',
  Enter: 'keys.enter',
  Escape: 'keys.escape',
  Home: 'keys.home',
  PageDown: 'keys.pageDown',
  PageUp: 'keys.pageUp',
  ' ': 'keys.space',
} as const
export type KeyName = (typeof NAMES)[keyof typeof NAMES] | 'keys.shift'

const hasName = (key: string): key is keyof typeof NAMES => Object.hasOwn(NAMES, key)

/** A shortcut as written on the person's keyboard: `Ctrl+X`, `⌘X`. `nameOf` names a key in the page's language. */
export function keyWords(
  { key, mod, alt, shift }: Keys,
  nameOf: (name: KeyName) => string,
  isMac = isAppleKeyboard(),
): string {
  const plain = hasName(key) ? nameOf(NAMES[key]) : key.length === 1 ? key.toUpperCase() : key
  const sign = (isMac ? MAC_SIGNS : ARROWS)[key] ?? plain
  if (isMac) return `${alt === true ? '⌥' : ''}${shift === true ? '⇧' : ''}${mod === true ? '⌘' : ''}${sign}`
  return [mod === true ? 'Ctrl' : '', alt === true ? 'Alt' : '', shift === true ? nameOf('keys.shift') : '', sign]
    .filter((part) => part !== '')
    .join('+')
}

export const isAppleKeyboard = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
