// The API and the worker as they run for a household: one script each in dist/program, built anew if its sources are
// newer, and compiled. Of 1,900 files that they are made of, Node keeps a third more memory, and takes twice as long to
// start.
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  API_ARGS,
  API_ENVIRONMENT,
  compiledFile,
  PROGRAM_FOLDER,
  programFile,
  type ProgramName,
  PROGRAMS,
  scriptFile,
  WORKER_ARGS,
} from './api.ts'
import { startChild } from './child.ts'
import { newestIn, timeOf } from './newest.ts'
import { NODE, ROOT } from './places.ts'

const BUILDER = path.join(import.meta.dirname, 'program-build.ts')
// The last one has the options of V8, by which programs are compiled.
const OWN = ['program-launcher.ts', 'api.ts'].map((name) => path.join(import.meta.dirname, name))
const SOURCES = [path.join(ROOT, 'backend'), BUILDER, ...OWN, path.join(ROOT, 'package-lock.json')]

/**
 * Builds the programs if one is missing or outdated.
 * @throws Error with the builder's output
 */
export async function buildPrograms(say: (line: string) => void): Promise<void> {
  const built = Math.min(...(await Promise.all(PROGRAMS.map((name) => timeOf(programFile(name))))))
  const newest = Math.max(...(await Promise.all(SOURCES.map((at) => newestIn(at)))))
  if (built >= newest) return
  say('Building the programs')
  await mkdir(PROGRAM_FOLDER, { recursive: true })
  const fresh = `${PROGRAM_FOLDER}-${process.pid}`
  try {
    for (const name of PROGRAMS) {
      await build(name, fresh)
      // What was compiled of another script of the same length would be taken for its own.
      await rm(compiledFile(name), { force: true })
      // Each at one moment, and the script first, since another process may start it now.
      for (const file of [scriptFile(name), programFile(name)])
        await rename(path.join(fresh, path.basename(file)), file)
      await compile(name)
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function build(name: ProgramName, folder: string): Promise<void> {
  const vite = await startChild('vite', { command: NODE, args: [BUILDER, name, folder] })
  if ((await vite.exited).code !== 0) throw new Error(`Nido could not be built:\n${vite.lastLines().join('\n')}`)
}

/**
 * Leaves the code of a program compiled for its first start. Without settings it ends once it has loaded all of it. If
 * that fails, the start compiles it.
 */
async function compile(name: ProgramName): Promise<void> {
  const args = [...(name === 'api' ? API_ARGS : WORKER_ARGS), '--compile']
  const program = await startChild(name, { command: NODE, args, env: { ...API_ENVIRONMENT } })
  await program.exited
}
