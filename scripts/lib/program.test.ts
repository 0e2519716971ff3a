import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { API_ARGS, compiledFile, scriptFile, WORKER_ARGS } from './api.ts'
import { startChild } from './child.ts'
import { NODE } from './places.ts'
import { buildPrograms } from './program.ts'

it('programs are built of ASCII alone, so that V8 keeps a byte a letter, and import nothing later', async () => {
  await buildPrograms(() => undefined)
  for (const name of ['api', 'worker'] as const) {
    const script = await readFile(scriptFile(name))
    expect(script.length).toBeGreaterThan(1_000_000)
    expect(script.findIndex((byte) => byte > 0x7f)).toBe(-1)
    expect(script.includes('import(')).toBe(false)
  }
}, 120_000)

it('programs are left compiled as V8 takes them, with the options that they are started with', async () => {
  await buildPrograms(() => undefined)
  for (const [name, args] of [
    ['api', API_ARGS],
    ['worker', WORKER_ARGS],
  ] as const) {
    const script = `
      import { readFileSync } from 'node:fs'
      import { Script } from 'node:vm'
      const cachedData = readFileSync(${JSON.stringify(compiledFile(name))})
      const script = new Script(readFileSync(${JSON.stringify(scriptFile(name))}, 'latin1'), { cachedData })
      console.log('rejected:', script.cachedDataRejected)`
    const options = [...args.slice(0, -1), '--input-type=module', '--eval', script]
    const child = await startChild(name, { command: NODE, args: options, env: {} })
    await child.exited
    expect(child.lastLines()).toEqual(['rejected: false'])
  }
}, 120_000)
