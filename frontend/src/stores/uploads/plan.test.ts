import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { UploadEntry } from '../../lib/upload-entries.ts'
import type { ConflictChoice } from '../dialogs.ts'
import { findConflicts, planUpload } from './plan.ts'

const item = (name: string, isDir = false): Item => ({
  path: `/x/${name}`,
  name,
  size: 3,
  extension: '',
  modified: '2026-01-01T00:00:00Z',
  mode: 416,
  isDir,
  isSymlink: false,
  type: isDir ? '' : 'text',
})
const file = (...names: string[]): UploadEntry => ({ kind: 'file', names, file: new File(['abc'], names.at(-1) ?? '') })

/** A server's tree, folder by folder; what is not in it is not there. */
const listing = (tree: Record<string, Item[]>) => {
  const asked: string[] = []
  return {
    asked,
    list: (path: string) => {
      asked.push(path)
      return Promise.resolve(tree[path] ?? null)
    },
  }
}

describe('looking for taken names before an upload', () => {
  it('finds a file whose name is taken', async () => {
    const { list } = listing({ '/': [item('a.txt')] })
    expect(
      (await findConflicts([file('a.txt'), file('b.txt')], '/', list)).map(({ incoming }) => incoming.path),
    ).toEqual(['/a.txt'])
  })
  it('looks into folders that are on both sides', async () => {
    const { list, asked } = listing({ '/x': [item('trip', true)], '/x/trip': [item('a.jpg')] })
    const found = await findConflicts([file('trip', 'a.jpg'), file('trip', 'b.jpg'), file('new', 'c.jpg')], '/x', list)
    expect(found.map(({ incoming }) => incoming.path)).toEqual(['/x/trip/a.jpg'])
    expect(asked).toEqual(['/x', '/x/trip'])
  })
  it('takes a folder where a file is for one conflict', async () => {
    const { list } = listing({ '/': [item('trip')] })
    const found = await findConflicts([file('trip', 'a'), file('trip', 'b')], '/', list)
    expect(found).toHaveLength(1)
    expect(found[0]?.incoming.isDir).toBe(true)
  })
  it('merges an empty folder with one that is there', async () => {
    const { list } = listing({ '/': [item('trip', true)], '/trip': [] })
    expect(await findConflicts([{ kind: 'folder', names: ['trip'] }], '/', list)).toEqual([])
  })
  it('finds free names that nothing else of the upload takes', async () => {
    const { list } = listing({ '/': [item('a.txt')] })
    const found = await findConflicts([file('a.txt'), file('a(1).txt')], '/', list)
    expect(found[0]?.freeName).toBe('a(2).txt')
  })
})

describe('planning an upload', () => {
  const entries = [file('a.txt'), file('b.txt')]
  const planned = async (answer: ConflictChoice) => {
    const conflicts = await findConflicts(entries, '/', listing({ '/': [item('a.txt')] }).list)
    return planUpload(entries, '/', { conflicts, answers: [answer] })
  }
  it('replaces only what was asked for', async () => {
    expect((await planned('replace')).files.map(({ path, override }) => [path, override])).toEqual([
      ['/a.txt', true],
      ['/b.txt', false],
    ])
  })
  it('keeps both under another name', async () => {
    expect((await planned('keepBoth')).files.map(({ path }) => path)).toEqual(['/a(1).txt', '/b.txt'])
  })
  it('skips', async () => {
    const plan = await planned('skip')
    expect(plan.files.map(({ path }) => path)).toEqual(['/b.txt'])
    expect(plan.skipped).toBe(1)
  })
  it('renames a folder with all that is in it', async () => {
    const inFolder = [
      file('trip', 'a'),
      file('trip', 'day', 'b'),
      { kind: 'folder', names: ['trip', 'empty'] } satisfies UploadEntry,
    ]
    const conflicts = await findConflicts(inFolder, '/', listing({ '/': [item('trip')] }).list)
    const plan = planUpload(inFolder, '/', { conflicts, answers: ['keepBoth'] })
    expect(plan.files.map(({ path }) => path)).toEqual(['/trip(1)/a', '/trip(1)/day/b'])
    expect(plan.folders).toEqual(['/trip(1)/empty'])
  })
})
