// What style sheets and components may not say themselves, because frontend/src/styles decides it for all of them.

/** Something that stands in the wrong place. Lines count from 1. */
export interface StyleFault {
  line: number
  words: string
}

const NAMED = ['white', 'black', 'red', 'green', 'blue', 'grey', 'gray', 'orange', 'yellow', 'purple', 'pink']
// A hex colour (but no private member such as `#add`), a colour function, or a named colour as the value of a style.
// `currentColor`, `transparent` and system colours are allowed.
const COLOUR = new RegExp(
  [
    String.raw`(?<![\w&/"'(.-])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-]|\s*[(=])`,
    String.raw`\b(?:rgba?|hsla?|oklch|oklab|lch|lab|hwb)\(`,
    String.raw`(?:color|background|border|fill|stroke|outline|shadow)[\w-]*:\s*[^;{}]*\b(?:${NAMED.join('|')})\b`,
  ].join('|'),
  'i',
)
// Colours derived from a variable are fine.
const DERIVED = /\b(?:oklch|rgb|hsl|lab|lch)\(from var\(/i

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** The colours that a style sheet or a component says itself: each is a variable, so that themes and contrast hold. */
export function strayColours(text: string): StyleFault[] {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .split('\n')
    .flatMap((line, index) => {
      const [colour] = COLOUR.exec(line.replace(DERIVED, '')) ?? []
      return colour === undefined
        ? []
        : [{ line: index + 1, words: `${colour.trim()} is a colour; use a variable of styles/colours.css` }]
    })
}

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\burl\([^"')]*\)/gi
// CSS lets any letter be written by its number: `1\70 x` is a pixel.
const ESCAPE = /\\([0-9a-f]{1,6})\s?/gi
// Custom properties have no meaning in these.
const QUERY = /@(?:media|container)\b[^{;]*/gi
// Paper has a size of its own. Rules in it are nested twice at most.
const PRINT = /@media print\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/gi
const ON_PAPER = /\b\d+mm\b/gi
const ABSOLUTE = /(?<![\w#.-])[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px|pt|pc|cm|mm|in|q)(?![\w-])/gi

/** A style sheet without comments, strings and addresses, with its lines where they were. */
const plain = (css: string): string =>
  css
    .replaceAll(COMMENT_OR_STRING, blank)
    .replaceAll(ESCAPE, (_, code: string) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)))

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/**
 * The pixels, and other units of a fixed size, in the declarations of a style sheet. They belong into tokens.css, where
 * one line changes a distance or a border everywhere.
 */
export function strayPixels(css: string): StyleFault[] {
  const text = plain(css)
    .replaceAll(PRINT, (rules) => rules.replaceAll(ON_PAPER, blank))
    .replaceAll(QUERY, blank)
  return [...text.matchAll(ABSOLUTE)].map(({ 0: length, index }) => ({
    line: lineAt(text, index),
    words: `${length} is a fixed size; use a token of styles/tokens.css, or rem for what this component has alone`,
  }))
}

/** The custom properties that a style sheet uses and nobody defines: a browser passes over such a declaration. */
export function unknownTokens(css: string, isDefined: (name: string) => boolean): StyleFault[] {
  const text = plain(css)
  return [...text.matchAll(/\bvar\(\s*(--[\w-]+)/gi)].flatMap(({ 1: name = '', index }) =>
    isDefined(name) ? [] : [{ line: lineAt(text, index), words: `${name} is defined nowhere` }],
  )
}

/** The custom properties that a style sheet or a component gives a value. */
export const definedTokens = (text: string): string[] =>
  [...text.matchAll(/(?:^|[\s{;'"`])(--[\w-]+)['"`]?\s*:/gm)].flatMap(({ 1: name }) => name ?? [])

/** Sides of the window, which do not follow the direction of the text. */
const PHYSICAL = new RegExp(
  [
    String.raw`(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?\s*:`,
    String.raw`(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:`,
    String.raw`(?<![\w-])(?:left|right)\s*:`,
    String.raw`(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b`,
    String.raw`(?<![\w-])background(?:-position(?:-x)?)?\s*:[^;{}]*\b(?:left|right)\b`,
    String.raw`(?<![\w-])(?:object-position|transform-origin)\s*:[^;{}]*\b(?:left|right)\b`,
    String.raw`linear-gradient\(\s*to (?:left|right)\b`,
  ].join('|'),
  'gi',
)
/** Four distances of which the second and the fourth differ: right and left. */
const FOUR = /(?<![\w-])(?:margin|padding|inset|border-width)\s*:\s*([^;{}]+)/gi

/** A value by its parts: `auto calc(1rem + 2px) 0` → three. */
const partsOf = (value: string): string[] =>
  value
    .replace(/!important/i, '')
    .trim()
    .match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []

/**
 * Declarations for the left or the right alone. On a page that runs from right to left they would stay where they are:
 * `margin-inline-start` and the like do not. `allowed`: those that are right, by their words.
 */
export function physicalSides(css: string, allowed: Readonly<Record<string, string>> = {}): StyleFault[] {
  const text = plain(css)
  const named = [...text.matchAll(PHYSICAL)].map(({ 0: words, index }) => ({ words, index }))
  const four = [...text.matchAll(FOUR)].flatMap(({ 0: words, 1: value = '', index }) => {
    const [, right, , left] = partsOf(value)
    return left === undefined || left === right ? [] : [{ words, index }]
  })
  return [...named, ...four]
    .map(({ words, index }) => ({ words: words.trim(), index }))
    .filter(({ words }) => allowed[words] === undefined)
    .map(({ words, index }) => ({
      line: lineAt(text, index),
      words: `“${words}” is for one side in all languages; use start and end, or name it in scripts/lib/sides.ts`,
    }))
}
