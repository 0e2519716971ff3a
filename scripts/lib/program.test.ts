import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { buildPrograms, programFile } from './program.ts'

it('programs are built of ASCII alone, so that V8 keeps a byte a letter', async () => {
  await buildPrograms(() => undefined)
  for (const name of ['api', 'worker'] as const) {
    const script = await readFile(programFile(name))
    expect(script.length).toBeGreaterThan(1_000_000)
    expect(script.findIndex((byte) => byte > 0x7f)).toBe(-1)
  }
}, 120_000)
