import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openDataFolder, readOwnKeys } from './data-folder.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'nido-keys-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('K03: the keys of the embedded S3 server', () => {
  it('are made at random for each folder, found again, and readable by their owner alone', async () => {
    const [one, two] = [await openDataFolder(path.join(root, 'one')), await openDataFolder(path.join(root, 'two'))]
    const keys = await readOwnKeys(one)
    expect(await readOwnKeys(one)).toEqual(keys)
    expect((await stat(path.join(one.root, 's3-keys.json'))).mode & 0o777).toBe(0o600)
    const others = await readOwnKeys(two)
    expect([others.accessKey === keys.accessKey, others.secretKey === keys.secretKey]).toEqual([false, false])
    // 240 random bits.
    expect(Buffer.from(keys.secretKey, 'base64url')).toHaveLength(30)
    expect(keys.accessKey).toMatch(/^nido-[0-9a-f]{12}$/)
  })
})
