import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { SETTING_NAMES } from '../backend/src/config.ts'

describe('the table of settings in the README', () => {
  it('names every setting there is, and no other', async () => {
    const readme = await readFile(path.join(import.meta.dirname, '..', 'README.md'), 'utf8')
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    expect(named.toSorted()).toEqual([...SETTING_NAMES].toSorted())
  })
})
