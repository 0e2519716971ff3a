import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tryLock, withLock } from './file-lock.ts'

describe('a lock between processes', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'nido-lock-'))
    file = path.join(folder, 'deep', 'lock')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is had by one at a time', async () => {
    const first = await tryLock(file)
    expect(first).not.toBeNull()
    expect(await tryLock(file)).toBeNull()
    await first?.release()
    const second = await tryLock(file)
    expect(second).not.toBeNull()
    await second?.release()
  })

  it('is waited for, in the order of release', async () => {
    const events: string[] = []
    const first = await tryLock(file)
    const second = withLock(
      file,
      () => events.push('waits'),
      async () => events.push('has it'),
    )
    setTimeout(() => {
      events.push('given back')
      void first?.release()
    }, 200)
    await second
    expect(events).toEqual(['waits', 'given back', 'has it'])
  })

  it('is given back when the task fails', async () => {
    await expect(
      withLock(
        file,
        () => undefined,
        () => Promise.reject(new Error('broken')),
      ),
    ).rejects.toThrow('broken')
    const next = await tryLock(file)
    expect(next).not.toBeNull()
    await next?.release()
  })

  it('of a process that died is taken at once, of one on another host when it was not touched for long', async () => {
    const lock = await tryLock(file)
    await lock?.release()
    await writeFile(file, JSON.stringify({ host: os.hostname(), pid: 2 ** 22 + 1 }))
    const afterDeath = await tryLock(file)
    expect(afterDeath).not.toBeNull()
    await afterDeath?.release()

    await writeFile(file, JSON.stringify({ host: 'another', pid: 1 }))
    expect(await tryLock(file)).toBeNull()
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(file, longAgo, longAgo)
    const afterSilence = await tryLock(file)
    expect(afterSilence).not.toBeNull()
    await afterSilence?.release()
  })
})
