// Exits with 0 if node_modules matches package-lock.json. Run by the machine's own Node, because ours is in there.
import { readFileSync } from 'node:fs'

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).packages

try {
  const installed = read('../node_modules/.package-lock.json')
  const isRight = ([name, { version, optional }]) =>
    name === '' || (installed[name] ? installed[name].version === version : optional)
  process.exit(Object.entries(read('../package-lock.json')).every(isRight) ? 0 : 1)
} catch {
  process.exit(1)
}
