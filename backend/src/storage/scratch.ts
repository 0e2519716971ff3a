// Small objects of Nido's own, beside the files of people.
import type { StorageCore } from './core.ts'
import { listObjects } from './listing.ts'
import { deleteObjects, getSmall, putObject } from './objects.ts'
import { translating } from './s3-errors.ts'
import type { Scratch } from './types.ts'

/** Nido's own small objects in the system bucket. */
export function createScratch(core: Pick<StorageCore, 'clients' | 'systemBucket'>): Scratch {
  const { control } = core.clients
  return {
    put: async (key, body) => {
      await translating(() => putObject(control, { bucket: core.systemBucket, key }, body, { metadata: {}, contentType: 'application/octet-stream', length: body.length }))
    },
    get: (key) => translating(() => getSmall(control, { bucket: core.systemBucket, key })),
    delete: (keys) => (keys.length === 0 ? Promise.resolve() : translating(() => deleteObjects(control, core.systemBucket, keys.map((key) => ({ key }))))),
    list: async (prefix) => {
      const keys: string[] = []
      for await (const { key } of listObjects(core.clients, core.systemBucket, prefix, { bare: true })) keys.push(key)
      return keys
    },
  }
}
