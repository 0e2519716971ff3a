import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { folderTarget } from './folder-target.ts'
import type { BackupTarget } from './target.ts'

let folder: string
let target: BackupTarget
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-target-'))
  target = folderTarget(path.join(folder, 'backups'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const namesBelow = async (prefix: string) => Array.fromAsync(target.list(prefix))

describe('a folder of backups', () => {
  it('has nothing at first', async () => {
    expect(await namesBelow('snapshots/')).toEqual([])
    expect(await target.get('snapshots/none')).toBeNull()
    expect(await target.getSmall('snapshots/none')).toBeNull()
  })

  it('gives back what was put, and lists it in order', async () => {
    await target.put('snapshots/b/two', Readable.from([Buffer.from('tw'), Buffer.from('o')]), 3)
    await target.putSmall('snapshots/a/one', Buffer.from('one'))
    await target.putSmall('snapshots/a/one', Buffer.from('one again'))
    expect(await namesBelow('snapshots/')).toEqual(['snapshots/a/one', 'snapshots/b/two'])
    expect((await target.getSmall('snapshots/a/one'))?.toString()).toBe('one again')
    const stream = await target.get('snapshots/b/two')
    expect(Buffer.concat((await stream?.toArray()) ?? []).toString()).toBe('two')
  })

  it('keeps nothing of what broke off, and is readable for its owner alone', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('broke off')
      })(),
    )
    await expect(target.put('contents/half', broken, 8)).rejects.toThrow('broke off')
    expect(await namesBelow('contents/')).toEqual([])
    expect(await readdir(path.join(folder, 'backups', 'contents'))).toEqual([])
    const { mode } = await stat(path.join(folder, 'backups', 'snapshots', 'a', 'one'))
    expect(mode & 0o077).toBe(0)
  })
})
