// Checks that colours are only defined in styles/. Components and scenes use its classes and variables, so that themes
// and contrast are right everywhere.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', 'frontend', 'src')
const LOOKED_AT = /\.(css|tsx?)$/
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

const faults: string[] = []
for (const name of await readdir(ROOT, { recursive: true })) {
  if (!LOOKED_AT.test(name) || name.startsWith(`styles${path.sep}`) || /\.test\.tsx?$/.test(name)) continue
  const text = withoutComments(await readFile(path.join(ROOT, name), 'utf8'))
  text.split('\n').forEach((line, index) => {
    const found = COLOUR.exec(line.replace(DERIVED, ''))
    if (found)
      faults.push(
        `frontend/src/${name}:${index + 1}: ${found[0].trim()} is a colour; use a variable of styles/tokens.css`,
      )
  })
}
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)

/** Blanks comments and keeps the line numbers. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*$/gm, '$1')
}
