import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { compressPage } from './compress-page.ts'

describe('the compressed files of the page', () => {
  it('have the content and the time of their own, in whole seconds', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'nido-page-'))
    try {
      const [text, file] = ['text '.repeat(1_000), path.join(folder, 'a.js')]
      await writeFile(file, text)
      await writeFile(path.join(folder, 'small.js'), 'small')
      await utimes(file, 1_700_000_000.9, 1_700_000_000.9)
      await compressPage(folder)
      const names = (await readdir(folder)).toSorted()
      expect(names).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'small.js'])
      const times = await Promise.all(['', '.br', '.gz'].map(async (ending) => (await stat(file + ending)).mtimeMs))
      expect(times).toEqual([1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000])
      expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(text)
      expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(text)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
