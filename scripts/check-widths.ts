// Checks that no line is wider than 120 columns, because the formatter does not wrap comments and texts.
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const COLUMNS = 120
const LOOKED_AT = '{*,backend/**/*,frontend/**/*,scripts/**/*,tests/**/*}.{ts,tsx,js,mjs,css}'
/** The conformance cases are kept exactly as they were given, and packages are not ours. */
const LEFT_OUT = ['tests/conformance/**', '**/node_modules/**']
/** A picture inside a style sheet cannot be wrapped. */
const UNBREAKABLE = 'url("data:'

let files = 0
let wide = 0
for await (const name of glob(LOOKED_AT, { cwd: ROOT, exclude: LEFT_OUT })) {
  files += 1
  for (const [index, line] of (await readFile(path.join(ROOT, name), 'utf8')).split('\n').entries()) {
    if (line.length <= COLUMNS || line.includes(UNBREAKABLE)) continue
    wide += 1
    console.log(`${name}:${index + 1}: ${line.length} columns, ${COLUMNS} at most`)
  }
}
console.log(`${files} files looked at, ${wide} lines too wide`)
process.exit(wide > 0 || files === 0 ? 1 : 0)
