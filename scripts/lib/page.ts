// The built page in dist/page, rebuilt if its sources are newer.
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child.ts'
import { compressPage } from './compress-page.ts'
import { newestIn, timeOf } from './newest.ts'
import { checkBudget } from './page-budget.ts'
import { checkTextBudget } from './text-budget.ts'
import { NODE, ROOT } from './places.ts'

const BUILT = path.join(ROOT, 'dist', 'page', 'index.html')
const SOURCES = [
  'frontend/src',
  'frontend/index.html',
  'backend/contract',
  'vite.config.ts',
  'scripts/lib/app-icons.ts',
  'scripts/lib/service-worker.ts',
  'package-lock.json',
]

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
    for (const cost of [...(await checkBudget(path.dirname(BUILT))), ...(await checkTextBudget())]) say(`  ${cost}`)
  } catch (error) {
    // A page that exceeds its limits must not count as up to date next time.
    await rm(BUILT)
    throw error
  }
  await compressPage(path.join(path.dirname(BUILT), 'static'))
}
