// Builds what the arcade's emulator is served from, dist/emulatorjs, out of the packages of frontend/emulator/. These
// are under the GPL: nothing of them is linked into Nido's own programs or its page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm'
import { compressPage } from './compress-page.ts'
import { newestIn, timeOf } from './newest.ts'
import { ROOT } from './places.ts'

const WORKSPACE = path.join(ROOT, 'frontend', 'emulator')
const PACKAGES = path.join(WORKSPACE, 'node_modules', '@emulatorjs')
const DATA = path.join(PACKAGES, 'emulatorjs', 'data')
const BUILT = path.join(ROOT, 'dist', 'emulatorjs')
const SOURCES = [path.join(ROOT, 'frontend', 'emulator'), import.meta.filename]

/** In the order of the package's own build, without what plays over the network. `compression` is ours. */
const SCRIPTS = ['emulator', 'nipplejs', 'shaders', 'storage', 'gamepad', 'GameManager']
const LOCALES = ['en-US', 'es-ES']
/** By their packages. A core without the text of its licence is left out, and so is desmume. */
export const CORES = ['gambatte', 'mgba', 'melonds']
/** For browsers with WebGL 2, and with WebGL 1. Those with threads need headers that would isolate the page. */
const VARIANTS = ['wasm', 'legacy-wasm']

/** What is changed in the scripts, so that they ask nobody else and keep nothing in the browser. Each is there once. */
const PATCHES: readonly (readonly [from: string | RegExp, to: string])[] = [
  // No look for another version at its makers'.
  [/if \(this\.debug \|\| \(window\.location && .*\) this\.checkForUpdates\(\);/, ''],
  // A core that is not here is not fetched elsewhere.
  [/res = await this\.downloadFile\(`https:\/\/cdn\.emulatorjs\.org\/[\s\S]*?method: "GET" \}\);/, 'res = -1;'],
  ['this.config.netplayUrl || "https://netplay.emulatorjs.org"', 'this.config.netplayUrl || ""'],
  // Battery saves are files of the person: Nido stores them itself, so the browser must not hand them to the next one.
  ['this.FS.mount(this.FS.filesystems.IDBFS, { autoPersist: true }, "/data/saves");', ''],
  ['this.FS.syncfs(true, resolve);', 'resolve();'],
  ['this.FS.unmount("/data/saves");', ''],
  // Whoever decides to stay on the page goes on playing.
  [/this\.addEventListener\(window, "beforeunload", \(e\) => \{[^}]*this\.callEvent\("exit"\);\s+\}\);/, ''],
]

/**
 * Builds the emulator if it is missing or outdated; fetches its packages if they are.
 * @throws Error with npm's output
 */
export async function buildEmulator(say: (line: string) => void): Promise<void> {
  const sources = await Promise.all(SOURCES.map((at) => newestIn(at, ['node_modules'])))
  if ((await timeOf(path.join(BUILT, 'LICENSES.txt'))) >= Math.max(...sources)) return
  say('Building the emulator of the arcade')
  await install()
  const fresh = `${BUILT}-fresh`
  await rm(fresh, { recursive: true, force: true })
  await writeAll(fresh)
  await rm(BUILT, { recursive: true, force: true })
  await rename(fresh, BUILT)
}

/** npm is the machine's own. The versions and hashes are those of the lockfile. */
async function install(): Promise<void> {
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', args, { cwd: WORKSPACE, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The emulator's packages could not be fetched:\n${output}`)
}

async function writeAll(folder: string): Promise<void> {
  const data = path.join(folder, 'data')
  for (const name of ['localization', 'cores/reports']) await mkdir(path.join(data, name), { recursive: true })
  await writeFile(path.join(data, 'emulator.min.js'), await bundle())
  await cp(path.join(DATA, 'emulator.css'), path.join(data, 'emulator.min.css'))
  for (const name of ['loader.js', 'version.json', ...LOCALES.map((locale) => `localization/${locale}.json`)])
    await cp(path.join(DATA, name), path.join(data, name))
  const licences: string[] = []
  for (const core of CORES) licences.push(await writeCore(core, path.join(data, 'cores')))
  const front = await readFile(path.join(PACKAGES, 'emulatorjs', 'LICENSE'), 'utf8')
  const about = await readFile(path.join(WORKSPACE, 'LICENSES.txt'), 'utf8')
  await compressPage(data)
  // Written last: it says that all is there.
  await writeFile(path.join(folder, 'LICENSES.txt'), [about, `EmulatorJS\n\n${front}`, ...licences].join(RULE))
}

const RULE = `\n\n${'='.repeat(100)}\n\n`

/** The scripts as one, in the form in which people can change them. */
async function bundle(): Promise<string> {
  const sources = await Promise.all(SCRIPTS.map((name) => readFile(path.join(DATA, 'src', `${name}.js`), 'utf8')))
  const own = await readFile(path.join(WORKSPACE, 'compression.js'), 'utf8')
  return PATCHES.reduce(patched, [...sources, own].join('\n;\n'))
}

function patched(text: string, [from, to]: readonly [string | RegExp, string]): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`The emulator has ${parts.length - 1} places like ${String(from)}`)
  return parts.join(to)
}

/** Unpacks the archives of a core and packs them as compression.js opens them. Answers the licence that is in them. */
async function writeCore(core: string, folder: string): Promise<string> {
  const from = path.join(PACKAGES, `core-${core}`)
  await cp(path.join(from, 'reports', `${core}.json`), path.join(folder, 'reports', `${core}.json`))
  let licence: string | undefined
  for (const variant of VARIANTS) {
    const name = `${core}-${variant}.data`
    const files = await unpack(path.join(from, name))
    licence = files.get('license.txt')?.toString('utf8')
    await writeFile(path.join(folder, name), pack(files))
  }
  if (!licence?.trim()) throw new Error(`The core ${core} has no licence`)
  return `${core}\n\n${licence}`
}

async function unpack(file: string): Promise<Map<string, Buffer>> {
  const reader = new ArchiveReader(await libarchiveWasm(), new Int8Array(await readFile(file)))
  const files = new Map<string, Buffer>()
  for (const entry of reader.entries()) {
    const bytes = entry.readData()
    if (bytes) files.set(entry.getPathname(), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  reader.free()
  return files
}

/** In gzip: the length of a list (4 bytes, little-endian), the list of names and sizes as JSON, the files. */
function pack(files: ReadonlyMap<string, Buffer>): Buffer {
  const named = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  const list = Buffer.from(JSON.stringify(named.map(([name, bytes]) => [name, bytes.length])))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(list.length)
  return zlib.gzipSync(Buffer.concat([length, list, ...named.map(([, bytes]) => bytes)]), { level: 9 })
}
