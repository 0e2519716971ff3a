import { describe, expect, it } from '@jest/globals'
import { readEntry } from './read-entry.ts'
import { namePictures, sortEntries } from './entry-order.ts'
import { entriesOfFiles } from './upload-entries.ts'

/** A dropped file as browsers hand it out. */
function droppedFile(name: string): FileSystemEntry {
  return {
    name,
    isFile: true,
    isDirectory: false,
    file: (give: (file: File) => void) => give(new File([name], name)),
  } as unknown as FileSystemEntry
}

/** A dropped folder that answers its children in portions, as Chromium does. */
function droppedFolder(name: string, children: FileSystemEntry[], portion = 100): FileSystemEntry {
  const createReader = () => {
    let at = 0
    return {
      readEntries: (give: (some: FileSystemEntry[]) => void) => {
        give(children.slice(at, at + portion))
        at += portion
      },
    }
  }
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}

function unreadableFile(name: string): FileSystemEntry {
  return {
    name,
    isFile: true,
    isDirectory: false,
    file: (_give: unknown, fail: (why: Error) => void) => fail(new Error('denied')),
  } as unknown as FileSystemEntry
}

describe('reading a dropped folder', () => {
  it('keeps the way to each file', async () => {
    const read = await readEntry(
      droppedFolder('trip', [droppedFile('a.jpg'), droppedFolder('day 2', [droppedFile('b.jpg')])]),
      [],
    )
    expect(read.map((entry) => entry.names.join('/'))).toEqual(['trip/a.jpg', 'trip/day 2/b.jpg'])
  })
  it('takes all of 250 files that come in portions', async () => {
    const many = Array.from({ length: 250 }, (_, index) => droppedFile(`${index}`))
    expect(await readEntry(droppedFolder('many', many), [])).toHaveLength(250)
  })
  it('tells of empty folders', async () => {
    const read = await readEntry(droppedFolder('trip', [droppedFolder('empty', [])]), [])
    expect(read).toEqual([{ kind: 'folder', names: ['trip', 'empty'] }])
  })
  it('tells of what cannot be read and goes on', async () => {
    const read = await readEntry(droppedFolder('trip', [unreadableFile('locked'), droppedFile('a.jpg')]), [])
    expect(read.map((entry) => entry.kind)).toEqual(['unreadable', 'file'])
  })
})

describe('taking chosen and pasted files', () => {
  it('puts them in an order that a person would', () => {
    const sorted = sortEntries(entriesOfFiles(['b', 'a10', 'a9'].map((name) => new File([], name))))
    expect(sorted.map(({ names }) => names[0])).toEqual(['a9', 'a10', 'b'])
  })
  it('names a pasted picture by the time', () => {
    const [entry] = namePictures(entriesOfFiles([new File(['1'], 'image.png')]), new Date(2026, 10, 21, 8, 5, 9))
    expect(entry?.names).toEqual(['2026-11-21 08.05.09.png'])
  })
})
