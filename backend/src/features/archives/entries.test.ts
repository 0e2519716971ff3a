import { readdirSync } from 'node:fs'
import os from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { type ArchiveEntry, EntryLog } from './entry-log.ts'
import { createEntryNames } from './entry-names.ts'
import { entryOf } from '../../../../tests/helpers/made-up-entries.ts'

describe('names in an archive', () => {
  it('have no backslashes, and stay apart', () => {
    const { nameOf } = createEntryNames()
    const names = [
      ['a\\', 'folder'],
      ['a\\/b\\c.txt', 'file'],
      ['a\\/b_c.txt', 'file'],
      ['a_', 'folder'],
      ['a_/b_c.txt', 'file'],
      ['plain.txt', 'file'],
      ['x\\y\\z', 'file'],
      ['x\\y_z', 'file'],
      ['x_y_z', 'file'],
    ] as const
    expect(names.map(([name, kind]) => nameOf(name, kind))).toEqual([
      'a_',
      'a_/b_c.txt',
      'a_/b_c (1).txt',
      'a_ (1)',
      'a_ (1)/b_c.txt',
      'plain.txt',
      'x_y_z',
      'x_y_z (1)',
      'x_y_z (2)',
    ])
  })
})

describe('the list of an archive', () => {
  it('is read again as it was written, however long it is', async () => {
    const log = new EntryLog(os.tmpdir())
    const entries = Array.from({ length: 30_000 }, (_, index) =>
      entryOf(`folder/ñ "${index}"\n`, index % 3 === 0 ? null : index, `version-${index}-${'v'.repeat(60)}`),
    )
    for (const entry of entries) await log.add(entry)
    const left = readdirSync(os.tmpdir()).filter((name) => name.startsWith('nido-archive-'))
    expect(left).toEqual([])
    for (let time = 0; time < 2; time += 1) {
      const read: ArchiveEntry[] = []
      for await (const entry of log.entries()) read.push(entry)
      expect(read).toEqual(entries)
    }
    expect(log.count).toBe(30_000)
    await log.close()
  })
})
