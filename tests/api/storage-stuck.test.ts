// Work that makes no progress, and work that nobody continues.
import { setTimeout as wait } from 'node:timers/promises'
import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { describe, expect, it } from '@jest/globals'
import { LEASE_MS } from '../../backend/src/storage/replica-lease.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import { useServers } from '../helpers/servers.ts'
import { useStorage } from '../storage/world.ts'

const HALF_AN_HOUR_MS = 31 * 60_000
const world = useStorage({ open: useServers, hasVersions: true })
const { at, bucket, put, names, change } = world

async function withAnother<T>(
  more: Parameters<typeof world.openAnother>[0],
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const another = await world.openAnother(more)
  return work(another).finally(() => another.stop())
}

describe('an operation that makes no progress', () => {
  it('A6: is given up and continued elsewhere, alone, and does nothing more when it wakes', async () => {
    const sleeper = Promise.withResolvers<void>()
    let [held, waits] = [0, 0]
    const failpoints = {
      at: async (point: string, about: string) => {
        if (point === 'copy.version' && about.includes('stuck-to/b') && held++ === 0) await sleeper.promise
        if (point === 'copy.version' && about.includes('going-to/') && waits++ < 1) await wait(500)
      },
    }
    for (const name of ['a', 'b', 'c']) {
      await put(`/stuck/${name}`, name)
      await put(`/going/${name}`, name)
    }
    await withAnother({ failpoints, limits: { giveUpMs: 1_500 } }, async (another) => {
      const stuck = await another.operations.move(at('/stuck'), at('/stuck-to'), change())
      // The same replica, under the same lease.
      await (
        await another.operations.move(at('/going'), at('/going-to'), change())
      ).committed
      expect(await names('/stuck')).toEqual(['a', 'b', 'c'])
      await stuck.committed
      sleeper.resolve()
      await wait(500)
      await world.untilClosed('/stuck/x')
      expect([await names('/stuck-to'), await names('/going-to')]).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ])
      expect(
        (await world.s3.versions(bucket, 'stuck-to/')).filter(({ key }) => !key.endsWith('/')).map(({ key }) => key),
      ).toEqual(['stuck-to/a', 'stuck-to/b', 'stuck-to/c'])
      expect((await world.s3.versions(bucket, 'stuck/')).filter(({ isMarker }) => !isMarker)).toEqual([])
    })
  }, 60_000)
})

describe('an operation whose process sleeps for longer than its lease', () => {
  it('is refused as one to try again if it had not begun, and does nothing', async () => {
    await put('/sleeper/in/file', 'kept')
    await withAnother({}, async (another) => {
      let isSleeping = false
      const check = () => {
        if (!isSleeping) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEASE_MS + 1_500)
        isSleeping = true
      }
      const asked = another.operations.remove(at('/sleeper/in/file'), { ...change(), check })
      await expect(asked).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
      await world.untilClosed('/sleeper/x')
      expect(await names('/sleeper/in')).toEqual(['file'])
    })
  }, 60_000)
})

describe('parts that nobody completes', () => {
  const begin = async (key: string): Promise<string> => {
    const { UploadId: uploadId = '' } = await world.s3.client.send(
      new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }),
    )
    await world.s3.client.send(
      new UploadPartCommand({ Bucket: bucket, Key: key, UploadId: uploadId, PartNumber: 1, Body: 'part' }),
    )
    return uploadId
  }

  it('A9: are removed within the hour, except those of unfinished uploads', async () => {
    await begin('parts/stray.bin')
    const held = new Set([await begin('parts/held.bin')])
    await world.one.endStrayParts(async () => held)
    expect((await world.s3.unfinished(bucket)).sort()).toEqual(['parts/held.bin', 'parts/stray.bin'])
    await withAnother({ now: () => Date.now() + HALF_AN_HOUR_MS }, (later) => later.endStrayParts(async () => held))
    expect(await world.s3.unfinished(bucket)).toEqual(['parts/held.bin'])
    await withAnother({ now: () => Date.now() + HALF_AN_HOUR_MS }, (later) =>
      later.endStrayParts(async () => new Set()),
    )
    expect(await world.s3.unfinished(bucket)).toEqual([])
  })
})
