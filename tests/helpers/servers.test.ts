import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openS3, type PlainS3 } from './s3.ts'
import { useServers, type Servers } from './servers.ts'

describe('the servers of the tests', () => {
  let servers: Servers & { stop(): Promise<void> }
  let s3: PlainS3
  beforeAll(async () => {
    servers = await useServers()
    s3 = openS3(servers)
  })
  afterAll(async () => {
    s3.close()
    await servers.stop()
  })

  it('keep what is put into a bucket', async () => {
    const bucket = `trial-${Date.now()}`
    await s3.makeBucket(bucket)
    await s3.put(bucket, 'a b/ü.txt', 'hello', { type: 'text/plain' })
    expect((await s3.list(bucket)).map(({ key, size }) => [key, size])).toEqual([['a b/ü.txt', 5]])
    expect((await s3.get(bucket, 'a b/ü.txt')).toString()).toBe('hello')
  })
})
