// A person who may import, and what tests of the importers share.
import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ImportList } from '../../backend/contract/imports.ts'
import type { Client } from '../helpers/client.ts'
import type { Site } from '../helpers/nido.ts'
import type { PlainS3 } from '../helpers/s3.ts'
import { test as base } from './world.ts'

/** With a person who may import. */
export const test = base.extend<object, { person: Client }>({
  person: [
    async ({ site }, use) => {
      const username = `importer${Date.now().toString(36)}`
      const perm = { importTorrents: true, importYouTube: true }
      await use(await site.makePerson({ username, scope: `/${username}`, perm }))
    },
    { scope: 'worker' },
  ],
})

/** A name that no other test uses. */
export const own = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
export const magnet = (name: string) =>
  `magnet:?xt=urn:btih:${createHash('sha1').update(name).digest('hex')}&dn=${encodeURIComponent(name)}`
export const card = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

export async function listOf(person: Client): Promise<ImportList['items']> {
  return (await person.get('/api/imports')).expect(200).json<ImportList>().items
}

/** Writes down which files a torrent has, as its worker does. */
export async function knowFiles({ site, s3 }: { site: Site; s3: PlainS3 }, id: string, paths: string[]): Promise<void> {
  const files = paths.map((path, number) => ({ number, path, size: 1_000 * (number + 1) }))
  const contents = Buffer.from(JSON.stringify({ files, trackers: [] }))
  await s3.put(`${site.bucketPrefix}system`, `imports/${id}/contents`, contents)
}

/** Pastes a text into the page itself. */
export const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const transfer = new DataTransfer()
    transfer.setData('text/plain', words)
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    )
  }, text)

/** Cancels and forgets everything after each test. */
export const cleanUp = async ({ person }: { person: Client }): Promise<void> => {
  for (const { id } of await listOf(person)) await person.delete(`/api/imports/${id}`)
}
