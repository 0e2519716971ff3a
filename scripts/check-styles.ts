// Checks that colours are only defined in styles/, and pixels only in styles/tokens.css, so that themes, contrast and
// distances are right everywhere; that every variable that a style sheet uses is defined; and that nothing is left or
// right which has to be mirrored.
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { SIDES } from './lib/sides.ts'
import {
  definedTokens,
  physicalSides,
  strayColours,
  strayPixels,
  type StyleFault,
  unknownTokens,
} from './lib/style-faults.ts'

const ROOT = path.join(import.meta.dirname, '..', 'frontend', 'src')
const TOKENS = path.join('styles', 'tokens.css')
/** Base UI gives them to what it places. */
const FROM_LIBRARIES = ['--anchor-width', '--available-height']

const texts = new Map<string, string>()
for await (const name of glob('**/*.{css,ts,tsx}', { cwd: ROOT }))
  if (!/\.test\.tsx?$/.test(name)) texts.set(name, await readFile(path.join(ROOT, name), 'utf8'))
const defined = new Set([...FROM_LIBRARIES, ...[...texts.values()].flatMap(definedTokens)])

function faultsOf(name: string, text: string): StyleFault[] {
  const colours = name.startsWith(`styles${path.sep}`) ? [] : strayColours(text)
  if (!name.endsWith('.css')) return colours
  const pixels = name === TOKENS ? [] : strayPixels(text)
  return [
    ...colours,
    ...pixels,
    ...physicalSides(text, SIDES[path.basename(name)]),
    ...unknownTokens(text, (token) => defined.has(token)),
  ]
}

let count = 0
for (const [name, text] of texts)
  for (const { line, words } of faultsOf(name, text)) {
    count += 1
    console.log(`frontend/src/${name}:${line}: ${words}`)
  }
console.log(`${texts.size} files looked at, ${count} faults`)
process.exit(count > 0 || !texts.has(TOKENS) ? 1 : 0)
