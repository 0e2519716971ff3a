// Sizes as people type them: a number with an optional unit.

const UNITS = ['B', 'K', 'M', 'G', 'T'] as const
/** With the units of French and Russian, too: `250 Go`, `250 ГБ`. */
const SIZE = /^(\d+(?:[.,]\d+)?)\s*([KMGTКМГТ])?[BoБ]?$/iu
const CYRILLIC: Readonly<Record<string, string>> = { К: 'K', М: 'M', Г: 'G', Т: 'T' }

/** The bytes of `250 GB`, `1.5g` or `4096`, with base 1024; null for an invalid size. */
export function parseSize(text: string): number | null {
  const [, number, typed = 'B'] = SIZE.exec(text.trim()) ?? []
  if (number === undefined) return null
  const unit = CYRILLIC[typed.toUpperCase()] ?? typed.toUpperCase()
  const bytes = Math.round(Number(number.replace(',', '.')) * 1024 ** UNITS.findIndex((one) => one === unit))
  return Number.isSafeInteger(bytes) ? bytes : null
}

/** The size in the largest unit that divides it evenly, or with two decimals if they are exact. */
export function sizeText(bytes: number): string {
  for (let power = UNITS.length - 1; power > 0; power -= 1) {
    const value = bytes / 1024 ** power
    if (value >= 1 && Number.isInteger(value * 100)) return `${value} ${UNITS[power] ?? ''}B`
  }
  return `${bytes} B`
}

/** The bytes of a typed limit, 0 for empty text; null for an invalid size. */
export const limitOfText = (text: string): number | null => (text.trim() === '' ? 0 : parseSize(text))

/** A limit as text; 0 is empty. */
export const textOfLimit = (bytes: number): string => (bytes === 0 ? '' : sizeText(bytes))
