// Uploading and saving files, and making folders: POST and PUT /api/resources (api-contract 3.2 and 3.3).
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { encodePath } from '../helpers/client.ts'
import { filesOf } from './files-client.ts'
import { bucket, me, s3, site } from './own-folder.ts'

/** Sends half of a declared body and cuts the connection. */
async function breakOff(method: string, path: string, declared = 2_000_000): Promise<void> {
  const base = new URL(site.urls[0] ?? '')
  await new Promise<void>((resolve) => {
    const request = http.request({
      method,
      hostname: base.hostname,
      port: base.port,
      path: `${base.pathname.replace(/\/$/, '')}/api/resources${path}`,
      headers: { 'X-Auth': me.client.token, 'Content-Length': declared },
    })
    request.on('error', () => undefined).on('close', () => resolve())
    request.write(Buffer.alloc(declared / 2, 'n'), () => setTimeout(() => request.destroy(), 300))
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
}

describe('uploading a file', () => {
  it('makes a plain object with its type and time, and returns its ETag', async () => {
    const answer = (await me.upload('/made/here/a.png', 'bytes', { modified: '1700000000123' })).expect(200)
    expect(answer.headers.etag).toMatch(/^"[^"]+"$/)
    expect(answer.text).toBe('200 OK\n')
    const head = await s3.head(bucket, 'made/here/a.png')
    expect(head).toMatchObject({ ContentType: 'image/png', ContentLength: 5 })
    expect(Number(head.Metadata?.mtime)).toBeCloseTo(1700000000.123, 3)
    expect((await me.file('/made/here/a.png')).modified).toBe('2023-11-14T22:13:20.123Z')
  })

  it('accepts a body without a declared length, and an empty one', async () => {
    const body = randomBytes(9_000_000)
    ;(await me.upload('/chunked.bin', Readable.from([body.subarray(0, 5_000_000), body.subarray(5_000_000)]))).expect(
      200,
    )
    expect((await me.raw('/chunked.bin')).body.equals(body)).toBe(true)
    ;(await me.upload('/nothing.txt')).expect(200)
    expect((await me.file('/nothing.txt')).size).toBe(0)
  })

  it('takes a body of several parts', async () => {
    const body = randomBytes(150 * 1024 * 1024 + 17)
    ;(await me.upload('/several.bin', body)).expect(200)
    expect((await me.raw('/several.bin')).body.equals(body)).toBe(true)
    expect((await s3.head(bucket, 'several.bin')).ETag).toMatch(/-3"$/)
  })

  it('onto an existing file is 409, with override it replaces it', async () => {
    await me.given({ 'taken.txt': 'first' })
    ;(await me.upload('/taken.txt', 'second')).expect(409)
    ;(await me.upload('/taken.txt', 'second', { override: 'TRUE' })).expect(409)
    expect(await me.read('/taken.txt')).toBe('first')
    ;(await me.upload('/taken.txt', 'second', { override: 'true' })).expect(200)
    expect(await me.read('/taken.txt')).toBe('second')
  })

  it('that twenty clients send at once has one winner', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => me.upload('/race.txt', `body ${i}`)))
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await me.read('/race.txt')).toBe(`body ${won[0]}`)
  })

  it('P11: onto a folder, below a file, or in place of the shared folder is refused', async () => {
    await me.given({ 'folder/in.txt': 'kept', 'file.txt': 'kept' })
    ;(await me.upload('/folder', 'x')).expect(409)
    ;(await me.upload('/folder', 'x', { override: 'true' })).expect(409)
    ;(await me.upload('/file.txt/below', 'x')).expect(409)
    ;(await me.upload('/Shared', 'x', { override: 'true' })).expect(409)
    expect([await me.read('/folder/in.txt'), await me.read('/file.txt')]).toEqual(['kept', 'kept'])
  })

  it('is refused without a token or the permission, even with a body of megabytes', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024)
    ;(await filesOf(site.client()).upload('/x', body)).expect(401)
    const one = filesOf(await site.makePerson({ perm: { create: false } }))
    ;(await one.upload('/x', body)).expect(403)
    ;(await one.mkdir('/x')).expect(403)
  })

  it('over an existing file needs the permission to modify', async () => {
    const one = filesOf(await site.makePerson({ perm: { modify: false } }))
    await one.given({ 'a.txt': 'kept' })
    ;(await one.upload('/a.txt', 'x', { override: 'true' })).expect(403)
    ;(await one.upload('/b.txt', 'x', { override: 'true' })).expect(200)
    ;(await one.save('/a.txt', 'x')).expect(403)
    expect(await one.read('/a.txt')).toBe('kept')
  })

  it('with an invalid time is 400', async () =>
    (await me.upload('/time.txt', 'x', { modified: 'yesterday' })).expect(400))

  it('U13: that breaks off leaves nothing, or what was there', async () => {
    await me.given({ 'old.bin': 'the old content' })
    await breakOff('POST', '/broken.bin')
    await breakOff('POST', '/old.bin?override=true')
    // In the second of four parts.
    await breakOff('POST', '/broken.bin', 200 * 1024 * 1024)
    await breakOff('PUT', '/old.bin')
    ;(await me.info('/broken.bin')).expect(404)
    expect(await me.read('/old.bin')).toBe('the old content')
    expect(await s3.unfinished(bucket)).toEqual([])
  })

  it.each([
    'a space',
    'ñandú 文件 🎉',
    '100% #1?',
    'one+one & two=2',
    'it\'s "so" [1]{2}',
    'back\\slash',
    '-rf',
    'ends.',
    'n'.repeat(255),
  ])('P12: named %s keeps its name byte for byte', async (name) => {
    ;(await me.upload(`/odd/${name}`, name)).expect(200)
    expect(await me.names('/odd')).toContain(name)
    expect(await me.read(`/odd/${name}`)).toBe(name)
    expect((await s3.get(bucket, `odd/${name}`)).toString()).toBe(name)
  })
})

describe('making a folder', () => {
  it('makes its parents, leaves existing ones alone, and is a marker in the bucket', async () => {
    ;(await me.mkdir('/new/deep/folder')).expect(200)
    ;(await me.upload('/new/deep/folder/a.txt', 'kept')).expect(200)
    ;(await me.mkdir('/new/deep/folder')).expect(200)
    expect(await me.read('/new/deep/folder/a.txt')).toBe('kept')
    expect((await s3.list(bucket, 'new/deep/folder/')).map(({ key }) => key)).toContain('new/deep/folder/')
  })

  it("P11: onto a file or the shared folder's name is 409", async () => {
    await me.given({ 'not-a-folder': 'x' })
    ;(await me.mkdir('/not-a-folder')).expect(409)
    ;(await me.mkdir('/Shared')).expect(409)
  })

  it('for the root has nothing to do', async () => (await me.client.post('/api/resources/')).expect(200))
})

describe('saving a file', () => {
  it('replaces its content and returns another ETag', async () => {
    await me.given({ 'save.txt': 'one' })
    const [first, second] = [await me.save('/save.txt', 'two'), await me.save('/save.txt', 'three')]
    expect(first.expect(200).headers.etag).not.toBe(second.expect(200).headers.etag)
    expect(await me.read('/save.txt')).toBe('three')
  })

  it('that is missing does not create it; a folder cannot be saved', async () => {
    ;(await me.save('/never.txt', 'x')).expect(404)
    ;(await me.info('/never.txt')).expect(404)
    ;(await me.mkdir('/dir')).expect(200)
    ;(await me.save('/dir', 'x')).expect(409)
    ;(await me.client.put(`/api/resources${encodePath('/dir')}/`, 'x')).expect(405)
    ;(await filesOf(site.client()).save('/save.txt', 'x')).expect(401)
  })

  describe('only if nobody has changed the file (If-Match)', () => {
    const saveIf = (path: string, body: string, match: string) =>
      me.save(path, body, { headers: { 'If-Match': match } })

    it('works with the ETag from reading and saving, and with any (*)', async () => {
      await me.given({ 'same.txt': 'one' })
      const read = (await me.raw('/same.txt')).expect(200).headers.etag ?? ''
      const saved = (await saveIf('/same.txt', 'two', `"other", ${read}`)).expect(200).headers.etag ?? ''
      ;(await saveIf('/same.txt', 'three', saved)).expect(200)
      ;(await saveIf('/same.txt', 'four', '*')).expect(200)
      expect(await me.read('/same.txt')).toBe('four')
    })

    it('is 412 with an older ETag or a weak one, and changes nothing', async () => {
      await me.given({ 'changed.txt': 'one' })
      const read = (await me.raw('/changed.txt')).expect(200).headers.etag ?? ''
      ;(await me.save('/changed.txt', 'from elsewhere')).expect(200)
      const current = (await me.raw('/changed.txt')).expect(200).headers.etag ?? ''
      for (const match of [read, `W/${current}`, 'nonsense']) {
        const answer = (await saveIf('/changed.txt', 'mine', match)).expect(412)
        expect(answer.text).toContain('412')
      }
      expect(await me.read('/changed.txt')).toBe('from elsewhere')
    })

    // Up to 8 MiB are one request to the storage; more goes in parts.
    it.each([
      ['short', 'x', 5],
      ['long', 'x'.repeat(9 * 1024 * 1024), 3],
    ])('lets one of three pass that are sent at the same moment: %s ones', async (kind, filling, rounds) => {
      for (let round = 0; round < rounds; round++) {
        const path = `/both ${kind} ${round}.txt`
        await me.given({ [path.slice(1)]: 'one' })
        const read = (await me.raw(path)).expect(200).headers.etag ?? ''
        const bodies = ['mine', 'yours', 'theirs'].map((whose) => whose + filling)
        const answers = await Promise.all(bodies.map((body) => saveIf(path, body, read)))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
        const kept = bodies[answers.findIndex(({ status }) => status === 200)]
        expect((await me.read(path)) === kept).toBe(true)
      }
    })

    it('is refused for other reasons first: not signed in, no permission, no such file', async () => {
      await me.given({ 'kept.txt': 'one' })
      const headers = { 'If-Match': '"none"' }
      ;(await filesOf(site.client()).save('/kept.txt', 'x', { headers })).expect(401)
      const reader = filesOf(await site.makePerson({ perm: { modify: false } }))
      ;(await reader.save('/kept.txt', 'x', { headers })).expect(403)
      ;(await me.save('/nothing here.txt', 'x', { headers })).expect(404)
      ;(await me.save('/', 'x', { headers })).expect(405)
    })
  })
})
