import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { environment } from '../../../../scripts/lib/environment.ts'

const BENCH = path.join(import.meta.dirname, '..', '..', '..', '..', 'tests', 'bench', 'catalogue.ts')
const FULL_MS = 10 * 60_000

// In a process of its own: the memory of this one is anybody's. With NIDO_FULL it is the million.
it(
  'holds a million objects in 250 MB',
  async () => {
    const env = environment()
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH], {
      env: { PATH: env['PATH'], OBJECTS: env['NIDO_FULL'] ? '1000000' : '100000' },
    })
    expect(stdout).toMatch(/^1\d+ objects: memory grew by/)
    expect(stdout).toMatch(/^listing 10000: .* 10000 entries$/m)
  },
  FULL_MS,
)
