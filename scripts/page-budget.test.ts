import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkBudget, costOf, filesOf } from './lib/page-budget.ts'
import { checkTextBudget } from './lib/text-budget.ts'

const MANIFEST = {
  'index.html': { file: 'main.js', name: 'index', imports: ['_ground.js', '_core.js'] },
  '_frame.js': { file: 'frame.js', name: 'frame', imports: ['_files.js', 'index.html'] },
  '_core.js': { file: 'core.js', imports: ['_ground.js'] },
  '_ground.js': { file: 'ground.js' },
  '_files.js': { file: 'files.js' },
}
const screen = { name: 'login', chunks: ['index'], texts: 'start' as const, kilobytes: 1, files: 3 }

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'nido-budget-'))
  await mkdir(path.join(dir, '.vite'))
  await writeFile(path.join(dir, '.vite', 'manifest.json'), JSON.stringify(MANIFEST))
  for (const { file } of Object.values(MANIFEST)) await writeFile(path.join(dir, file), 'x'.repeat(10_000))
})
afterAll(() => rm(dir, { recursive: true }))

describe('what the first screens may cost', () => {
  it('counts each file once that comes with them', () => {
    expect(filesOf(MANIFEST, ['index', 'frame']).toSorted()).toEqual([
      'core.js',
      'files.js',
      'frame.js',
      'ground.js',
      'main.js',
    ])
    expect(() => filesOf(MANIFEST, ['gone'])).toThrow('gone')
  })

  it('is told beside what they cost', () => {
    expect(costOf(screen, 1100, 3)).toBe('login: 1.1 kB of scripts in 3 files, 1 kB in 3 at most')
  })

  it('is counted compressed, and fails a build that costs more', async () => {
    expect(await checkBudget(dir, [screen])).toEqual([expect.stringContaining('in 3 files, 1 kB in 3 at most')])
    await expect(checkBudget(dir, [{ ...screen, kilobytes: 0 }])).rejects.toThrow('0 kB in 3 at most')
    await expect(checkBudget(dir, [{ ...screen, files: 2 }])).rejects.toThrow('kB of scripts in 3 files')
  })
})

describe('what the texts of a language may cost', () => {
  it('is told by the largest language, and fails a build that has more', async () => {
    expect(await checkTextBudget()).toEqual([
      expect.stringMatching(/^texts to log in and see files: [3-7]\.\d kB in [a-z-]+, 8 kB at most$/),
      expect.stringMatching(/^all texts of a language: \d\d\.\d kB in [a-z-]+, 45 kB at most$/),
    ])
    await expect(checkTextBudget([{ name: 'texts', parts: ['start'], kilobytes: 1 }])).rejects.toThrow('1 kB at most')
  })
})
