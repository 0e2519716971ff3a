import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { folderTarget } from './folder-target.ts'
import {
  CONTENTS,
  contentName,
  backedUpContentOf,
  listedName,
  momentName,
  REMOVING,
  storedName,
  summaryName,
  sumName,
  SUMS,
  toLines,
} from './format.ts'
import { removeOldBackups } from './retention.ts'
import type { BackupTarget } from './target.ts'

let root: string
let made = 0
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'nido-retention-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const newTarget = () => folderTarget(path.join(root, String((made += 1))))
const contentId = (name: string) => backedUpContentOf({ etag: name, size: 1, contentId: '' })
const isAlone = () => true

/** A backup of files, of which the names alone count here. `isWhole`: not interrupted while its bytes were copied. */
async function putBackup(target: BackupTarget, id: string, names: string[], isWhole = true): Promise<void> {
  const entries = names.map((name) => ({ content: contentId(name) }))
  await target.putSmall(listedName(id, 0), toLines(entries))
  await target.putSmall(momentName(id), Buffer.from('{}'))
  for (const name of names) {
    await target.putSmall(contentName(contentId(name)), Buffer.from(name))
    await target.putSmall(sumName(contentId(name)), Buffer.from(name))
  }
  if (!isWhole) return
  await target.putSmall(storedName(id, 0), toLines(entries))
  await target.putSmall(summaryName(id), Buffer.from('{}'))
}

/** An interrupted one, three whole ones, and one that is being made or was interrupted. */
async function household(): Promise<BackupTarget> {
  const target = newTarget()
  await putBackup(target, '1', ['never', 'old'], false)
  await putBackup(target, '2', ['old', 'kept'])
  await putBackup(target, '3', ['kept', 'three'])
  await putBackup(target, '4', ['kept', 'four'])
  await putBackup(target, '5', ['five'], false)
  return target
}

const namesIn = (target: BackupTarget, prefix: string) => Array.fromAsync(target.list(prefix))
const files = (...names: string[]) => names.map((name) => contentName(contentId(name))).toSorted()
const wholeIn = async (target: BackupTarget) =>
  (await namesIn(target, 'snapshots/')).filter((name) => name.endsWith('done.json')).map((name) => name.split('/')[1])

/** Whether all bytes are there that the backups need. */
async function expectComplete(target: BackupTarget, ids: string[], needed: string[]): Promise<void> {
  expect(await wholeIn(target)).toEqual(expect.arrayContaining(ids))
  const there = await namesIn(target, CONTENTS)
  expect(there).toEqual(expect.arrayContaining(files(...needed)))
  for (const name of needed) expect(await target.getSmall(sumName(contentId(name)))).not.toBeNull()
}

describe('old backups', () => {
  it('go with the bytes that no other one has, and with older ones that are not whole', async () => {
    const target = await household()
    expect(await removeOldBackups(target, { keep: 2, isAlone })).toEqual({ backups: 1, contents: 2 })
    expect(await wholeIn(target)).toEqual(['3', '4'])
    expect(await namesIn(target, CONTENTS)).toEqual(files('kept', 'three', 'four', 'five'))
    expect((await namesIn(target, SUMS)).length).toBe(4)
    expect((await namesIn(target, 'snapshots/')).some((name) => name.startsWith('snapshots/1/'))).toBe(false)
    expect(await target.getSmall(REMOVING)).toBeNull()
    expect(await removeOldBackups(target, { keep: 2, isAlone })).toEqual({ backups: 0, contents: 0 })
  })

  it('stay where there are not more than are kept', async () => {
    const target = await household()
    expect(await removeOldBackups(target, { keep: 3, isAlone })).toEqual({ backups: 0, contents: 1 })
    await expectComplete(target, ['2', '3', '4'], ['old', 'kept', 'three', 'four', 'five'])
    expect(await removeOldBackups(target, { keep: 30, isAlone })).toEqual({ backups: 0, contents: 0 })
  })

  it('never all go', async () => {
    const target = await household()
    await expect(removeOldBackups(target, { keep: 0, isAlone })).rejects.toThrow('at least one')
    await removeOldBackups(target, { keep: 1, isAlone })
    await expectComplete(target, ['4'], ['kept', 'four', 'five'])
  })

  it('go on to be removed after an interruption at any step, which harms no other one', async () => {
    for (let steps = 0; ; steps += 1) {
      const target = await household()
      let left = steps
      const interrupted: BackupTarget = {
        ...target,
        remove: async (names) => {
          for (const name of names) {
            if ((left -= 1) < 0) throw new Error('killed')
            await target.remove([name])
          }
        },
      }
      const isOver = await removeOldBackups(interrupted, { keep: 2, isAlone }).then(
        () => true,
        () => false,
      )
      await expectComplete(target, ['3', '4'], ['kept', 'three', 'four', 'five'])
      // A sum without its bytes would be taken for a whole content.
      const sums = (await namesIn(target, SUMS)).map((name) => name.replace(SUMS, CONTENTS))
      expect(await namesIn(target, CONTENTS)).toEqual(expect.arrayContaining(sums))
      await removeOldBackups(target, { keep: 2, isAlone })
      expect(await namesIn(target, CONTENTS)).toEqual(files('kept', 'three', 'four', 'five'))
      expect((await namesIn(target, SUMS)).length).toBe(4)
      expect(await wholeIn(target)).toEqual(['3', '4'])
      if (isOver) return
    }
  })

  it('keep their bytes if a list of a kept one is lost, or another backup may have begun', async () => {
    const target = await household()
    const blind: BackupTarget = {
      ...target,
      getSmall: async (name) => (name === storedName('3', 0) ? null : target.getSmall(name)),
    }
    await expect(removeOldBackups(blind, { keep: 2, isAlone })).rejects.toThrow('has lost')
    expect((await namesIn(target, CONTENTS)).length).toBe(6)
    await expect(removeOldBackups(target, { keep: 1, isAlone: () => false })).rejects.toThrow('may have begun')
    await expectComplete(target, ['3', '4'], ['kept', 'three', 'four', 'five'])
  })
})
