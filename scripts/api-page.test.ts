import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../backend/contract/calls/index.ts'
import { API_PAGE, renderApiPage } from './lib/api-page.ts'

describe('docs/api.md', () => {
  it('is what `make docs` makes of the contract now', async () => {
    expect(await readFile(path.join(import.meta.dirname, '..', API_PAGE), 'utf8')).toBe(renderApiPage())
  })

  it('tells every call', () => {
    const page = renderApiPage()
    expect(CALLS.filter(({ summary, method }) => method !== 'HEAD' && !page.includes(`### ${summary}\n`))).toEqual([])
  })
})
