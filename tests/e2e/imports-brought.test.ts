// What people drop, type and choose before an import begins, while a worker really looks and fetches.
import type { Page } from '@playwright/test'
import { film, hasFfmpeg } from '../helpers/media.ts'
import { torrentOf } from '../helpers/torrent-files.ts'
import { picture } from '../importing/films.ts'
import { offerVersions } from '../importing/package-index.ts'
import { expectAccessible } from './axe.ts'
import { card, cleanUp, listOf, own } from './importer.ts'
import { testAtWork as test, WITHOUT_PROGRAMS } from './importing-household.ts'
import { expect, signIn } from './world.ts'

test.afterEach(cleanUp)

/** Drops files on the page, as a browser does that has them dragged in. */
async function drop(page: Page, ...files: { name: string; content: string | Buffer }[]): Promise<void> {
  const brought = files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] }))
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name))
    return data
  }, brought)
  const main = page.getByRole('main')
  await main.dispatchEvent('dragenter', { dataTransfer: transfer })
  // Again and again, as browsers do: what takes it may still have to be fetched.
  await expect(async () => {
    await main.dispatchEvent('dragover', { dataTransfer: transfer })
    await expect(page.getByText(/^Drop to (?:import|upload)$/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await main.dispatchEvent('drop', { dataTransfer: transfer })
}

const shortcut = (link: string) => `[InternetShortcut]\r\nURL=${link}\r\n`

test('a video is looked at before it is imported: its title, picture and duration', async ({
  page,
  household: { media, hasYtDlp, startWorker },
}) => {
  test.skip(!hasYtDlp || !(await hasFfmpeg()), 'videos need yt-dlp and ffmpeg, which are not installed')
  media.pages.set('/seen.mp4', { body: await film('blue', 2) })
  media.pages.set('/seen.jpg', { body: await picture() })
  media.pages.set('/see', {
    type: 'text/html',
    body: `<html><head><title>Seen first</title><script type="application/ld+json">{"@context":"https://schema.org",
      "@type":"VideoObject","name":"Seen first","contentUrl":"${media.url}/seen.mp4","duration":"PT1M2S",
      "thumbnailUrl":"${media.url}/seen.jpg"}</script></head></html>`,
  })
  await startWorker()
  await page.goto('youtube/index.html')
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await page.getByRole('textbox', { name: 'One or more links' }).fill(`${media.url}/see`)
  const look = page.getByRole('status').filter({ hasText: 'Seen first' })
  await expect(look).toContainText('1:02')
  const poster = look.locator('img')
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page, 'a video that was looked at')
  // It is not imported by that.
  await expect(card(page, 'Seen first')).toHaveCount(0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(card(page, 'Seen first')).toContainText('Done')
})

test('another yt-dlp is picked from the index, used by the worker, and given back with one click', async ({
  browser,
  baseURL,
  site,
  household: { media, hasYtDlp, startWorker },
}) => {
  test.skip(!hasYtDlp, 'yt-dlp is not installed')
  await offerVersions(media, [
    { version: '2099.1.1', program: "print('2099.01.01')" },
    { version: '2099.1.2', program: "print('2099.01.02')" },
  ])
  await startWorker()
  const page = await signIn(browser, baseURL, await site.adminClient())
  await page.goto('settings/global')
  const group = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Video downloader (yt-dlp)' }),
  })
  await expect(group).toContainText('The installed version is selected.')
  await group.getByRole('button', { name: 'Look for versions' }).click()
  await group.getByRole('combobox').selectOption({ value: '2099.1.1' })
  await expect(group).toContainText('Version 2099.1.1 is selected.')
  await expect(async () => {
    await page.reload()
    await expect(group).toContainText('Workers use 2099.01.01.', { timeout: 2_000 })
  }).toPass()
  await group.getByRole('button', { name: 'Go back to the installed version' }).click()
  await expect(group).toContainText('The installed version is selected.')
  await expect(async () => {
    await page.reload()
    await expect(group).not.toContainText('2099.01.01', { timeout: 2_000 })
  }).toPass()
  await page.context().close()
})

test('shortcuts, lists and torrents that are dropped on the screens are imported', async ({
  page,
  person,
  household: { media, startWorker },
}) => {
  await startWorker(WITHOUT_PROGRAMS)
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => `${own(name).replace(' ', '-')}.bin`)
  for (const name of [one, two, three, four]) media.pages.set(`/${name}`, { body: `content of ${name}` })
  await page.goto('youtube/index.html')
  await drop(page, { name: 'one.url', content: shortcut(`${media.url}/${one}`) })
  await expect(card(page, one ?? '')).toContainText('Done')
  await drop(page, { name: 'list.txt', content: `${media.url}/${two}\n\n${media.url}/${three}\n` })
  for (const name of [two, three]) await expect(card(page, name ?? '')).toContainText('Done')
  await page.goto('import-torrents')
  const torrent = own('dropped')
  await drop(
    page,
    { name: `${torrent}.torrent`, content: torrentOf(torrent, Buffer.alloc(1_000)) },
    { name: 'four.url', content: shortcut(`${media.url}/${four}`) },
  )
  await expect(card(page, torrent)).toBeVisible()
  await expect
    .poll(async () => (await listOf(person)).filter(({ state }) => state === 'done').map(({ name }) => name))
    .toEqual(expect.arrayContaining([one, two, three, four]))
})

test('a torrent that is dropped before the scripts are there is imported, not uploaded', async ({
  page,
  household: { startWorker },
}) => {
  await startWorker(WITHOUT_PROGRAMS)
  const torrent = own('early')
  const gate = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('import-torrents', { waitUntil: 'commit' })
  await page.locator('.app.first').waitFor()
  await page.evaluate(
    ({ name, bytes }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name: `${torrent}.torrent`, bytes: [...torrentOf(torrent, Buffer.alloc(1_000))] },
  )
  gate.resolve()
  await expect(card(page, torrent)).toBeVisible()
})

test('a shortcut or a list that is dropped on a folder is imported there', async ({
  page,
  files,
  folder,
  household: { media, startWorker },
}) => {
  await startWorker(WITHOUT_PROGRAMS)
  const [name, other] = ['here', 'there'].map((word) => `${own(word).replace(' ', '-')}.bin`)
  for (const one of [name, other]) media.pages.set(`/${one}`, { body: `content of ${one}` })
  await files.open(folder.path)
  await drop(page, { name: 'here.url', content: shortcut(`${media.url}/${name}`) })
  await expect(files.dialog.getByRole('heading', { name: 'Import this link?' })).toBeVisible()
  await expectAccessible(page, 'the offer of a shortcut')
  await files.dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(files.row(name ?? '')).toBeVisible()
  await expect(files.row('here.url')).toHaveCount(0)
  await drop(page, { name: 'list.txt', content: `${media.url}/${other}` }, { name: 'notes.txt', content: 'hello' })
  await files.dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(files.row(other ?? '')).toBeVisible()
  // A text that is no list is nothing but a file.
  await expect(files.row('notes.txt')).toBeVisible()
  await expect(files.row('list.txt')).toHaveCount(0)
})

test('a shortcut that is dropped on a folder may be uploaded itself, and a torrent left alone', async ({
  page,
  files,
  folder,
  household: { media },
}) => {
  await files.open(folder.path)
  await drop(page, { name: 'kept.url', content: shortcut(`${media.url}/kept`) })
  await files.dialog.getByRole('button', { name: 'Upload the file itself' }).click()
  await expect(files.row('kept.url')).toBeVisible()
  await drop(page, { name: `${own('torrent')}.torrent`, content: torrentOf('t', Buffer.alloc(1_000)) })
  await expect(files.dialog.getByRole('heading', { name: 'Import this torrent?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files.dialog).toHaveCount(0)
})
