// Sizes as people type them: a number, and a unit if they like.

const UNITS = ['B', 'K', 'M', 'G', 'T'] as const
const SIZE = /^(\d+(?:[.,]\d+)?)\s*([KMGT])?B?$/i

/** Bytes of `250 GB`, `1.5g` or `4096`, with base 1024; null for what is no size. */
export function parseSize(text: string): number | null {
  const [, number, unit = 'B'] = SIZE.exec(text.trim()) ?? []
  if (number === undefined) return null
  const bytes = Math.round(
    Number(number.replace(',', '.')) * 1024 ** UNITS.findIndex((one) => one === unit.toUpperCase()),
  )
  return Number.isSafeInteger(bytes) ? bytes : null
}

/** The same size in the largest unit that takes it without a rest, or with two decimals that lose nothing. */
export function sizeText(bytes: number): string {
  for (let power = UNITS.length - 1; power > 0; power -= 1) {
    const value = bytes / 1024 ** power
    if (value >= 1 && Number.isInteger(value * 100)) return `${value} ${UNITS[power] ?? ''}B`
  }
  return `${bytes} B`
}

/** Bytes of a limit as it is typed, 0 where nothing is; null for what is no size. */
export const limitOfText = (text: string): number | null => (text.trim() === '' ? 0 : parseSize(text))

/** A limit as it is typed; 0 is nothing. */
export const textOfLimit = (bytes: number): string => (bytes === 0 ? '' : sizeText(bytes))
