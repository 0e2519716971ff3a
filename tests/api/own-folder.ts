// The setting of tests about files: importing this gives a test file a site, a person, a plain S3 client, and a
// separate folder for each test.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

export let site: Awaited<ReturnType<typeof useSite>>
export let me: PersonsFiles
export let s3: PlainS3
/** The person's bucket. */
export let bucket: string
/** The folder of the running test: `/1a2b3c4dx`. */
export let dir = ''

beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
  s3 = openS3(site.servers)
  bucket = bucketOf(site.bucketPrefix, me)
})
beforeEach(() => {
  dir = `/${randomBytes(4).toString('hex')}x`
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

/** Creates files and folders in the test's folder: `{ 'a.txt': 'text', 'sub/': null }`. */
export const given = (tree: Record<string, string | Buffer | null>) =>
  me.given(Object.fromEntries(Object.entries(tree).map(([path, body]) => [`${dir.slice(1)}/${path}`, body])))
