import type { PdfControls } from './usePdf.ts'

interface Around {
  /** How many there are. */
  pages: number
  search(): void
}

/** What the keys do in a PDF, by their names; `mod+` for Ctrl or Cmd. */
export const paperKeys = (
  { goTo, turn, zoom, fit }: PdfControls,
  { pages, search }: Around,
): Readonly<Record<string, () => void>> => ({
  PageDown: () => turn(1),
  PageUp: () => turn(-1),
  Home: () => goTo(1),
  End: () => goTo(pages),
  '+': () => zoom(1),
  '-': () => zoom(-1),
  '0': () => fit('page-width'),
  'mod+f': search,
})

/** The name of a pressed key, as above; '' with Alt, which belongs to the browser. */
export function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return ''
  const name = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `mod+${name}` : name === '=' ? '+' : name
}
