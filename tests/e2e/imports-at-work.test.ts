// The import screens while a worker really fetches, as people at two devices see it: what comes, what is played
// meanwhile, what fails, and what lands in an open folder.
import { devices, type Locator, type Page } from '@playwright/test'
import { film, hasFfmpeg } from '../helpers/media.ts'
import { expectAccessible, expectFocus } from './axe.ts'
import { card, cleanUp, own } from './importer.ts'
import { percentOf, song, testAtWork as test, WITHOUT_PROGRAMS } from './importing-household.ts'
import { expect, FilesPage, signIn } from './world.ts'

const MIB = 1024 * 1024
/** Bytes of the song, and bytes a second at which it comes: for long enough to be looked at. */
const SONG = 24 * MIB
const [SLOW, SLOWER] = [MIB / 2, MIB / 16]
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const

test.afterEach(cleanUp)

/** Goes to a control with the Tab key alone. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const isThere = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await isThere()); presses += 1) {
    if (presses > 100) throw new Error(`the Tab key does not lead to ${control.toString()}`)
    await page.keyboard.press('Tab')
  }
}

test('a torrent comes live on two devices, is played meanwhile, and its folder opened', async ({
  page,
  browser,
  baseURL,
  household: { swarm, startWorker },
  person,
}) => {
  const name = own('Songs')
  const files = [
    { path: ['first.wav'], bytes: song(SONG) },
    { path: ['notes.txt'], bytes: Buffer.from('one\ntwo') },
  ]
  const torrent = await swarm.seed({ name, pieceLength: 256 * 1024, files })
  swarm.limit(SLOW)
  const phone = await signIn(browser, baseURL, person, { ...devices['Pixel 7'], ...PHONE })
  await phone.goto('import-torrents')
  await page.goto('import-torrents')
  await expect(page.getByText('No worker is running')).toBeVisible()
  await page.getByLabel('Download in order').check()
  await page
    .getByLabel('Choose a .torrent file')
    .setInputFiles({ name: `${name}.torrent`, mimeType: 'application/x-bittorrent', buffer: torrent.bytes })
  await page.getByRole('button', { name: 'Subir y descargar' }).click()
  await expect(card(page, name)).toContainText('Waiting, number 1')
  await expectFocus(page, 'after a torrent has begun')
  await startWorker(WITHOUT_PROGRAMS)
  await expect.poll(() => percentOf(page, name)).toBeGreaterThan(3)
  await expect(page.getByText('No worker is running')).toBeHidden()
  await expect(card(page, name)).toContainText('One peer')
  expect(await percentOf(phone, name)).toBeGreaterThan(0)
  const before = await percentOf(page, name)
  await page.reload()
  await expect(card(page, name)).toBeVisible()
  expect(await percentOf(page, name)).toBeGreaterThanOrEqual(before)
  await expectAccessible(page, 'a torrent under way')

  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Files and trackers…' }).click()
  await expect(page.getByRole('dialog').getByText('first.wav')).toBeVisible()
  await expectAccessible(page, 'the files of a torrent')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Watch' }).click()
  const player = await opened
  // It waits for the first piece of what can be watched.
  swarm.limit(4 * SLOW)
  const media = player.locator('video')
  const has = (what: 'duration' | 'readyState') =>
    media.evaluate((element: HTMLMediaElement, field) => Math.floor(element[field]), what)
  await expect.poll(() => has('readyState')).toBeGreaterThanOrEqual(2)
  swarm.limit(SLOWER)
  expect(await has('duration')).toBe(Math.floor(SONG / 44_100))
  await player.close()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocus(page, 'the files of a torrent')

  await page.getByRole('button', { name: `Pause ${name}` }).click()
  await expect(card(phone, name)).toContainText('Paused')
  await phone.getByRole('button', { name: `Resume ${name}` }).tap()
  swarm.limit(null)
  await expect(card(page, name)).toContainText(/100\.0% \((\d+\.\d) MB \/ \1 MB\)/)
  await expect(card(phone, name)).toContainText('Done')
  await expectAccessible(phone, 'a torrent that is there, on a phone in the dark')
  await page.getByRole('button', { name: 'Open folder' }).click()
  await expect(new FilesPage(page).row('first.wav')).toBeVisible()
  await phone.context().close()
})

test('a failed link is tried again, and a torrent cancelled, by the keyboard alone', async ({
  page,
  household: { swarm, media, startWorker },
}) => {
  await startWorker(WITHOUT_PROGRAMS)
  const name = own('cancelled.iso')
  const torrent = await swarm.seed({ name, pieceLength: 256 * 1024, files: [{ path: [], bytes: song(6 * MIB) }] })
  swarm.limit(SLOW)
  await page.goto('import-torrents')
  await tabTo(page, page.getByRole('textbox', { name: 'Or paste magnet links' }))
  await page.keyboard.insertText(torrent.magnet)
  await page.keyboard.press('Enter')
  await expect.poll(() => percentOf(page, name)).toBeGreaterThan(0)
  swarm.limit(SLOWER)
  await tabTo(page, page.getByRole('button', { name: `Cancel ${name}` }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cancel “${name}”?` })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'whether to cancel a torrent')
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel the import' }))
  await page.keyboard.press('Enter')
  await expect(card(page, name)).toHaveCount(0)
  await expectFocus(page, 'a cancelled torrent')
  swarm.limit(null)

  const file = own('late') + '.bin'
  await page.goto('youtube/index.html')
  await tabTo(page, page.getByRole('textbox', { name: 'One or more links' }))
  await page.keyboard.insertText(`${media.url}/${encodeURIComponent(file)}`)
  await page.keyboard.press('Enter')
  await expect(card(page, file)).toContainText('There is nothing at this address any more.')
  media.pages.set(`/${file}`, { body: 'late' })
  await tabTo(page, page.getByRole('button', { name: `Try ${file} again` }))
  await page.keyboard.press('Enter')
  await expect(card(page, file)).toContainText('Done')
  await expectFocus(page, 'an import that is there')
  await tabTo(page, page.getByRole('button', { name: `Remove ${file} from the list` }))
  await page.keyboard.press('Enter')
  await expect(card(page, file)).toHaveCount(0)
  await expectFocus(page, 'a list that is empty')
})

test('a video lands in a folder that is open, once the programs for it are there', async ({
  page,
  context,
  files,
  folder,
  household: { media, hasYtDlp, startWorker },
  site,
  browser,
  baseURL,
}) => {
  test.skip(!hasYtDlp || !(await hasFfmpeg()), 'videos need yt-dlp and ffmpeg, which are not installed')
  media.pages.set('/film.mp4', { body: await film('green', 2) })
  media.pages.set('/watch', {
    type: 'text/html',
    body: `<html><head><title>Our film</title><script type="application/ld+json">{"@context":"https://schema.org",
      "@type":"VideoObject","name":"Our film","contentUrl":"${media.url}/film.mp4","duration":"PT2S"}
      </script></head></html>`,
  })
  await startWorker(WITHOUT_PROGRAMS)
  const admin = await signIn(browser, baseURL, await site.adminClient())
  await admin.goto('settings/status')
  await expect(admin.getByText('Videos of other sites cannot be imported')).toBeVisible()
  await admin.context().close()
  await page.goto('youtube/index.html')
  await expect(page.getByText('yt-dlp is missing on the server')).toBeVisible()
  await expect(page.getByText('ffmpeg is missing on the server')).toBeVisible()
  await startWorker()
  const listing = new FilesPage(await context.newPage())
  await listing.open(folder.path)
  await expect
    .poll(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible()
      return page.getByText('is missing on the server').count()
    })
    .toBe(0)
  await page.getByRole('button', { name: 'Choose another folder…' }).click()
  await files.dialog.getByRole('treeitem', { name: folder.name }).click()
  await files.dialog.getByRole('button', { name: 'Save here' }).click()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await page.getByRole('textbox', { name: 'One or more links' }).fill(`${media.url}/watch`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('The import has begun.')).toBeVisible()
  await expect(card(page, 'Our film')).toContainText('Done')
  await expect(card(page, 'Our film')).toContainText('0:02')
  await expect(listing.row('Our film.mp4')).toBeVisible()
  await page.getByRole('button', { name: 'Open folder' }).click()
  await expect(files.row('Our film.mp4')).toBeVisible()
})
