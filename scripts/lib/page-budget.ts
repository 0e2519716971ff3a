// Size limits of the first screens. The build fails if they are exceeded, so that growth does not go unnoticed.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { TextPart, Texts } from '../../frontend/src/i18n/parts.ts'
import { keysOf, missingTexts } from './page-texts.ts'

const ENGLISH = path.join(import.meta.dirname, '..', '..', 'frontend', 'src', 'i18n', 'locales', 'en.json')

const brotli = promisify(zlib.brotliCompress)

/** A screen with which a visit begins: the chunks that it loads, and their size limit. */
export interface FirstScreen {
  name: string
  /** By the names in vite.config.ts. */
  chunks: readonly string[]
  /** What it has of the texts. */
  texts: TextPart
  /** Of scripts as a modern browser gets them: in brotli, as compress-page.ts makes it. 1 kB is 1,000 bytes. */
  kilobytes: number
  files: number
}

export const FIRST_SCREENS: readonly FirstScreen[] = [
  { name: 'login', chunks: ['main', 'login'], texts: 'start', kilobytes: 86.5, files: 7 },
  { name: 'files', chunks: ['main', 'app'], texts: 'files', kilobytes: 150, files: 7 },
  { name: "a guest's page", chunks: ['main', 'guest'], texts: 'guest', kilobytes: 108, files: 7 },
]

/** The builder's information about each chunk. */
export type Manifest = Readonly<Record<string, { file: string; name?: string; imports?: readonly string[] }>>

/** The files of some chunks and of their imports. @throws Error for an unknown chunk */
export function filesOf(manifest: Manifest, chunks: readonly string[]): string[] {
  const seen = new Set<string>()
  const follow = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    manifest[key]?.imports?.forEach(follow)
  }
  for (const name of chunks) {
    const [key] = Object.entries(manifest).find(([, chunk]) => chunk.name === name) ?? []
    if (key === undefined) throw new Error(`the page has no chunk "${name}"`)
    follow(key)
  }
  return [...seen].flatMap((key) => manifest[key]?.file ?? [])
}

/** What a screen costs and may cost, in words. */
export const costOf = ({ name, kilobytes, files }: FirstScreen, bytes: number, count: number): string =>
  `${name}: ${(bytes / 1000).toFixed(1)} kB of scripts in ${count} files, ${kilobytes} kB in ${files} at most`

const isTooMuch = ({ kilobytes, files }: FirstScreen, bytes: number, count: number): boolean =>
  bytes > kilobytes * 1000 || count > files

/** Code that no script of the page may include: its constants come from contract files without schemas. */
const SCHEMAS = '$ZodType'

/** Scripts that include schemas nevertheless. */
async function filesWithSchemas(dir: string, manifest: Manifest): Promise<string[]> {
  const scripts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? file : []))
  const texts = await Promise.all(scripts.map((file) => readFile(path.join(dir, file), 'utf8')))
  return scripts.filter((_, index) => texts[index]?.includes(SCHEMAS) === true)
}

/** What a screen costs, and what is wrong with it, in words. */
async function lookAt(
  dir: string,
  manifest: Manifest,
  screen: FirstScreen,
): Promise<{ cost: string; faults: string[] }> {
  const files = filesOf(manifest, screen.chunks)
  const scripts = await Promise.all(files.map((file) => readFile(path.join(dir, file))))
  const sizes = await Promise.all(scripts.map(async (script) => (await brotli(script)).length))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const keys = keysOf(JSON.parse(await readFile(ENGLISH, 'utf8')) as Texts)
  const missing = scripts.flatMap((script) => missingTexts(script.toString(), screen.texts, keys))
  const cost = costOf(screen, bytes, files.length)
  const lacks = new Set(missing.map((key) => `${screen.name}: the text ${key} does not come with it (i18n/parts.ts)`))
  return { cost, faults: [...(isTooMuch(screen, bytes, files.length) ? [cost] : []), ...lacks] }
}

/**
 * Holds a built page to what its first screens may cost, and to have their texts. Returns what each costs, in words.
 * @throws Error in words
 */
export async function checkBudget(dir: string, screens = FIRST_SCREENS): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(dir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const looks = await Promise.all(screens.map((screen) => lookAt(dir, manifest, screen)))
  const schemas = await filesWithSchemas(dir, manifest)
  const words = [
    ...looks.flatMap(({ faults }) => faults),
    ...schemas.map((file) => `${file} holds schemas of the contract`),
  ]
  if (words.length > 0) throw new Error(`The page is not as it is meant to be.\n${words.join('\n')}`)
  return looks.map(({ cost }) => cost)
}
