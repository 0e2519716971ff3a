// Feeds that a person follows, and checksums of links, on the screens of the importers. No worker runs, so nobody looks
// into the feeds; what one does with them is in tests/importing.
import type { FollowList } from '../../backend/contract/follows.ts'
import type { Client } from '../helpers/client.ts'
import { expectAccessible } from './axe.ts'
import { card, cleanUp, listOf, own, test } from './importer.ts'
import { expect } from './world.ts'

const followsOf = async (person: Client) => (await person.get('/api/follows')).expect(200).json<FollowList>().items

test.afterEach(cleanUp)
test.afterEach(async ({ person }) => {
  for (const { id } of await followsOf(person)) await person.delete(`/api/follows/${id}`)
})

test('a feed is followed, paused, and followed no longer', async ({ page, person, folder, files }) => {
  const link = `https://example.org/${own('feed').replace(' ', '-')}.xml`
  await page.goto('import-torrents')
  await expect(page.getByText('You are not following anything yet.')).toBeVisible()
  const field = page.getByLabel('Address of a feed, podcast or channel')
  await field.fill('hello')
  await field.press('Enter')
  await expect(page.getByText('Enter one address that begins with https://.')).toBeVisible()
  await field.fill(link)
  await page.getByText('Options', { exact: true }).click()
  const fields = page.getByRole('region', { name: 'Followed feeds and watched folders' })
  await fields.getByRole('button', { name: 'Video', exact: true }).click()
  await fields.getByRole('button', { name: 'MP3' }).click()
  await fields.getByText('Also import existing entries').click()
  await fields.getByRole('button', { name: 'Choose another folder…' }).click()
  await files.dialog.getByRole('treeitem', { name: folder.name }).click()
  await files.dialog.getByRole('button', { name: 'Save here' }).click()
  await expectAccessible(page, 'the followed feeds')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(card(page, link)).toContainText('Next check as soon as a worker is free')
  await expect(card(page, link)).toContainText(`Goes to ${folder.name}`)
  await expect(field).toHaveValue('')
  expect(await followsOf(person)).toMatchObject([{ link, kind: 'video', preset: 'mp3', target: folder.path }])
  await expectAccessible(page, 'a followed feed')
  await field.fill(link)
  await field.press('Enter')
  await expect(page.getByText('You follow this already.')).toBeVisible()
  await page.getByRole('button', { name: `Pause ${link}` }).click()
  await expect(card(page, link)).toContainText('Paused')
  await page.getByRole('button', { name: `Follow ${link} again` }).click()
  await expect(card(page, link)).toContainText('Next check')
  await page.getByRole('button', { name: `Stop following ${link}` }).click()
  await expect(page.getByText('You are not following anything yet.')).toBeVisible()
})

test('a folder of one’s own is watched', async ({ page, person, folder, files }) => {
  await page.goto('import-torrents')
  await page.getByRole('button', { name: 'Watch a folder instead…' }).click()
  await expect(
    files.dialog.getByText('Torrent files and shortcuts (.url) that you put there are imported'),
  ).toBeVisible()
  await files.dialog.getByRole('button', { name: 'Watch this folder' }).click()
  await expect(page.getByText('Choose a folder inside your home folder or inside the shared folder.')).toBeVisible()
  await page.getByRole('button', { name: 'Watch a folder instead…' }).click()
  await files.dialog.getByRole('treeitem', { name: folder.name }).click()
  await files.dialog.getByRole('button', { name: 'Watch this folder' }).click()
  await expect(card(page, folder.path)).toContainText('Next check')
  expect(await followsOf(person)).toMatchObject([{ link: folder.path, kind: 'folder' }])
  await page.getByRole('button', { name: `Stop watching ${folder.path}` }).click()
  await expect(page.getByText('You are not following anything yet.')).toBeVisible()
})

test('a link is held to a checksum', async ({ page, person }) => {
  await page.goto('youtube/index.html')
  await page.getByText('Advanced', { exact: true }).click()
  const checksum = page.getByLabel('Checksum of the file')
  const links = page.getByRole('textbox', { name: 'One or more links' })
  await checksum.fill('abc')
  await expect(page.getByText('This is not a checksum')).toBeVisible()
  await checksum.fill('a'.repeat(64))
  await links.fill('https://example.org/a.zip https://example.org/b.zip')
  await links.press('Enter')
  await expect(page.getByText('A checksum belongs to one link to a file.')).toBeVisible()
  await expectAccessible(page, 'the checksum')
  await links.fill('https://example.org/a.zip')
  await links.press('Enter')
  await expect(page.getByText('The import has begun.')).toBeVisible()
  await expect(checksum).toHaveValue('')
  expect((await listOf(person)).map(({ kind, source }) => [kind, source])).toEqual([
    ['link', 'https://example.org/a.zip'],
  ])
})
