// Run while the images are built: removes the packages that neither the API nor the worker needs, and writes the bill
// of materials of the others to sbom.cdx.json.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  billOfMaterials,
  importedPackages,
  isUnused,
  type LockedPackages,
  neededPlaces,
} from './lib/runtime-packages.ts'

const ROOT = path.join(import.meta.dirname, '..')
const BACKEND = path.join(ROOT, 'backend')
const PLATFORM = `${process.platform}-${process.arch}`

const { version, packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  version: string
  packages: LockedPackages
}

async function importsOfBackend(): Promise<string[]> {
  const names = (await readdir(BACKEND, { recursive: true })).filter((name) => /\.m?[jt]s$/.test(name))
  const codes = await Promise.all(names.map((name) => readFile(path.join(BACKEND, name), 'utf8')))
  return codes.flatMap(importedPackages)
}

const isThere = (place: string): Promise<boolean> =>
  stat(path.join(ROOT, place)).then(
    () => true,
    () => false,
  )

const needed = neededPlaces(packages, await importsOfBackend())
const installed = []
for (const place of Object.keys(packages)) if (place !== '' && (await isThere(place))) installed.push(place)
const kept = installed.filter((place) => needed.has(place))
for (const place of installed) {
  // What a package that stays has in its own folder is needed, or goes by itself.
  if (!needed.has(place)) await rm(path.join(ROOT, place), { recursive: true, force: true })
}
await rm(path.join(ROOT, 'node_modules', '.bin'), { recursive: true, force: true })
for (const name of await readdir(path.join(ROOT, 'node_modules'), { recursive: true }))
  if (isUnused(name, PLATFORM)) await rm(path.join(ROOT, 'node_modules', name), { recursive: true, force: true })
await writeFile(
  path.join(ROOT, 'sbom.cdx.json'),
  `${JSON.stringify(billOfMaterials(packages, kept, { version }), null, 2)}\n`,
)
process.stdout.write(`${kept.length} packages are kept, ${installed.length - kept.length} removed.\n`)
