// What is started of a program: runs its script, as it was compiled by the build (program.ts). Node's own compile cache
// keeps all that it has read of it in memory, which would be 8 MiB.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Script } from 'node:vm'

// Beside it, under the names in api.ts.
const { dirname: folder, filename: own } = import.meta
const file = own.replace(/js$/, 'script.js')
const compiled = own.replace(/js$/, 'compiled')

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(compiled)
  } catch {
    return undefined
  }
}

/** V8 rejects what was compiled with other options, and compiles all anew. */
const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData: readCompiled() })
if (process.argv.includes('--compile')) process.once('exit', () => writeFileSync(compiled, script.createCachedData()))
const run = script.runInThisContext() as (require: NodeJS.Require, folder: string, file: string) => void
run(createRequire(file), folder, file)
