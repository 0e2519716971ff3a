// The built page in dist/page, rebuilt if its sources are newer.
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child.ts'
import { compressPage } from './compress-page.ts'
import { checkBudget } from './page-budget.ts'

export const ROOT = path.join(import.meta.dirname, '..', '..')
export const NODE = path.join(ROOT, 'node_modules', '.bin', 'node')
const BUILT = path.join(ROOT, 'dist', 'page', 'index.html')
const SOURCES = ['frontend/src', 'frontend/index.html', 'backend/contract', 'vite.config.ts', 'package-lock.json']

/**
 * Builds the page if it is missing or outdated.
 * @throws Error with the builder's output
 */
export async function buildPage(say: (line: string) => void): Promise<void> {
  const built = await timeOf(BUILT)
  const newest = Math.max(...(await Promise.all(SOURCES.map((name) => newestIn(path.join(ROOT, name))))))
  if (built >= newest) return
  say('Building the page')
  const vite = await startChild('vite', {
    command: NODE,
    args: [path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
  })
  if ((await vite.exited).code !== 0) throw new Error(`The page could not be built:\n${vite.lastLines().join('\n')}`)
  try {
    for (const cost of await checkBudget(path.dirname(BUILT))) say(`  ${cost}`)
  } catch (error) {
    // A page that exceeds its limits must not count as up to date next time.
    await rm(BUILT)
    throw error
  }
  await compressPage(path.join(path.dirname(BUILT), 'static'))
}

/** When a file was changed, in ms since 1970; 0 if there is none. */
export async function timeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.mtimeMs,
    () => 0,
  )
}

/**
 * The latest change of a file, or of anything in a folder but for what has one of the names. A folder's own time
 * counts: it changes when a file is removed.
 */
export async function newestIn(at: string, except: readonly string[] = []): Promise<number> {
  const found = await stat(at).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const names = (await readdir(at)).filter((name) => !except.includes(name))
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => newestIn(path.join(at, name), except)))))
}
