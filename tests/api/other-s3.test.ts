// A household on an S3 server of another make, with and without versions: the same calls, and a clear answer for what
// is missing.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { StatusRecord } from '../../backend/contract/status.ts'
import type { FileVersions, Trash } from '../../backend/contract/trash.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { useOtherS3, type Servers } from '../helpers/servers.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const MODIFIED = Date.UTC(2020, 1, 2, 3, 4, 5)

describe.each([{ hasVersions: true }, { hasVersions: false }])(
  'a household over versitygw (versions: $hasVersions)',
  ({ hasVersions }) => {
    let servers: Servers & { stop(): Promise<void> }
    let nido: Nido
    let s3: PlainS3
    let files: PersonsFiles
    beforeAll(async () => {
      servers = await useOtherS3({ hasVersions })
      nido = await startNido({ servers, replicas: 2 })
      s3 = openS3(servers)
      files = filesOf(await nido.makePerson())
      // The first run on a machine builds the server.
    }, 600_000)
    afterAll(async () => {
      s3.close()
      await nido.stop()
      await servers.stop()
    }, 60_000)

    it('says what the server cannot do', async () => {
      const { parts } = (await files.client.get('/api/status')).expect(200).json<StatusRecord>()
      const lacking = parts.filter(({ state }) => state === 'lacking').map(({ part }) => part)
      expect(lacking).toEqual([...(hasVersions ? [] : ['restore']), 'bucketEvents', 'listedTimes', 'expiryRules'])
      const { household } = (await (await nido.adminClient()).get('/api/status')).json<StatusRecord>()
      expect(household?.storage).toMatch(/^VERSITYGW/i)
      const page = await files.client.get('/')
      expect(/"RetentionDays":(-?\d+)/.exec(page.text)?.[1]).toBe(hasVersions ? '30' : '-1')
    })

    it('keeps files with their times, in one request and in chunks, in one tree with other tools', async () => {
      ;(await files.upload('/a & b/100% «quoted».txt', 'hello', { modified: String(MODIFIED) })).expect(200)
      await files.tusBegin('/a & b/pieces.bin', 12)
      await files.tusPatch('/a & b/pieces.bin', 0, 'first ')
      ;(await files.tusPatch('/a & b/pieces.bin', 6, 'second')).expect(204)
      const bucket = bucketOf(nido.bucketPrefix, files)
      await s3.put(bucket, 'a & b/by another tool.txt', 'x', { metadata: { mtime: String(MODIFIED / 1000) } })
      const { items } = await files.folder('/a & b')
      expect(items.map(({ name, size }) => [name, size]).sort()).toEqual([
        ['100% «quoted».txt', 5],
        ['by another tool.txt', 1],
        ['pieces.bin', 12],
      ])
      expect(items.filter(({ modified }) => new Date(modified).getTime() === MODIFIED)).toHaveLength(2)
      expect(await files.read('/a & b/pieces.bin')).toBe('first second')
    })

    it('moves, copies and archives folders', async () => {
      await files.given({ 'folder/one.txt': '1', 'folder/deep/two.txt': '2', 'folder/empty/': null })
      ;(await files.copy('/folder', '/copied')).expect(200)
      ;(await files.rename('/folder', '/renamed')).expect(200)
      expect([(await files.info('/folder')).status, (await files.names('/renamed')).sort()]).toEqual([
        404,
        ['deep', 'empty', 'one.txt'],
      ])
      const [unpacked] = Object.values(
        unpackWithTools((await files.raw('/copied', { algo: 'zip' })).expect(200).body, 'zip'),
      )
      expect(
        Object.values(unpacked ?? {})
          .filter((text) => text !== null)
          .sort(),
      ).toEqual(['1', '2'])
    })

    it('deletes: into the trash where there are versions, otherwise for good', async () => {
      await files.given({ 'gone/a.txt': 'first' })
      ;(await files.save('/gone/a.txt', 'second')).expect(200)
      const versions = (await files.client.get('/api/versions/gone/a.txt')).expect(200).json<FileVersions>().items
      expect(versions).toHaveLength(hasVersions ? 2 : 1)
      const note = (await files.remove('/gone')).expect(204).headers['x-trash-note'] ?? ''
      expect((await files.info('/gone')).status).toBe(404)
      const { items } = (await files.client.get('/api/trash')).expect(200).json<Trash>()
      expect(items.flatMap(({ id, path }) => (path === '/gone' ? [id] : []))).toEqual(hasVersions ? [note] : [])
      expect((await files.restore(note || 'none')).status).toBe(hasVersions ? 200 : 404)
      expect((await files.info('/gone')).status).toBe(hasVersions ? 200 : 404)
    })
  },
)
