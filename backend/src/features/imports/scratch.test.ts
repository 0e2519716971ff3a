import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ScratchFolders } from './scratch.ts'

const never = new AbortController().signal
let folder: string
let needed = new Set<string>()
let scratch: ScratchFolders
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'nido-scratch-')), 'worker')
  scratch = new ScratchFolders({ folder, most: async () => 1_000, needed: async () => needed, lookMs: 5 })
})
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }))

describe('the disk space of a worker', () => {
  it('is shared by its jobs, each with a private folder', async () => {
    const first = await scratch.take('a', { least: 100, most: 600 }, never)
    const second = await scratch.take('b', { least: 100, most: 600 }, never)
    expect([first.bytes, second.bytes]).toEqual([600, 400])
    expect((await stat(first.folder)).mode & 0o777).toBe(0o700)
    expect(first.folder).not.toBe(second.folder)
  })

  it('is waited for while others have it', async () => {
    const first = await scratch.take('a', { least: 1, most: 800 }, never)
    const second = scratch.take('b', { least: 500, most: 500 }, never)
    first.giveBack()
    expect((await second).bytes).toBe(500)
  })

  it('is refused where there will never be enough, and no longer waited for where nobody wants it', async () => {
    await expect(scratch.take('a', { least: 1_001, most: 2_000 }, never)).rejects.toMatchObject({ code: 'noScratch' })
    await scratch.take('a', { least: 1, most: 800 }, never)
    const leaving = new AbortController()
    const waiting = scratch.take('b', { least: 500, most: 500 }, leaving.signal)
    leaving.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
  })

  it('is larger for a job that asks again, and free again after its end', async () => {
    await scratch.take('a', { least: 1, most: 100 }, never)
    expect((await scratch.take('a', { least: 1, most: 900 }, never)).bytes).toBe(900)
    await scratch.remove('a')
    expect((await scratch.take('b', { least: 1, most: 900 }, never)).bytes).toBe(900)
    expect(await readdir(folder)).toEqual(['b'])
  })

  it('is freed of what ended jobs have left', async () => {
    await scratch.take('running', { least: 1, most: 1 }, never)
    for (const id of ['waiting', 'ended']) {
      await mkdir(path.join(folder, id), { recursive: true })
      await writeFile(path.join(folder, id, 'bytes'), 'bytes')
    }
    needed = new Set(['waiting'])
    await scratch.sweep()
    expect(new Set(await readdir(folder))).toEqual(new Set(['running', 'waiting']))
  })

  it('has no names that lead elsewhere', () =>
    expect(scratch.take('../a', { least: 1, most: 1 }, never)).rejects.toThrow('no name'))
})
