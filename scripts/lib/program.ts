// The API and the worker as they run for a household: one script each in dist/program, built anew if its sources are
// newer. Of 1,900 files that they are made of, Node keeps a third more memory, and takes twice as long to start.
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child.ts'
import { newestIn, timeOf } from './newest.ts'
import { NODE, ROOT } from './places.ts'

export const PROGRAM_FOLDER = path.join(ROOT, 'dist', 'program')
const NAMES = ['api', 'worker'] as const
const BUILDER = path.join(import.meta.dirname, 'program-build.ts')
const SOURCES = [path.join(ROOT, 'backend'), BUILDER, path.join(ROOT, 'package-lock.json')]

/** The script of a program. */
export const programFile = (name: (typeof NAMES)[number]): string => path.join(PROGRAM_FOLDER, `${name}.js`)

/**
 * Builds the programs if one is missing or outdated.
 * @throws Error with the builder's output
 */
export async function buildPrograms(say: (line: string) => void): Promise<void> {
  const built = Math.min(...(await Promise.all(NAMES.map((name) => timeOf(programFile(name))))))
  const newest = Math.max(...(await Promise.all(SOURCES.map((at) => newestIn(at)))))
  if (built >= newest) return
  say('Building the programs')
  await mkdir(PROGRAM_FOLDER, { recursive: true })
  const fresh = `${PROGRAM_FOLDER}-${process.pid}`
  try {
    for (const name of NAMES) {
      await build(name, fresh)
      // At one moment, since another process may start it now.
      await rename(path.join(fresh, `${name}.js`), programFile(name))
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function build(name: string, folder: string): Promise<void> {
  const vite = await startChild('vite', { command: NODE, args: [BUILDER, name, folder] })
  if ((await vite.exited).code !== 0) throw new Error(`Nido could not be built:\n${vite.lastLines().join('\n')}`)
}
