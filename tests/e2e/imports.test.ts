// The screens of the importers, and what the page asks of the API for them. No worker runs, so imports wait; what one
// does with them is in tests/importing.
import type { Page } from '@playwright/test'
import { torrentOf } from '../helpers/torrent-files.ts'
import { expectAccessible } from './axe.ts'
import { card, cleanUp, knowFiles, listOf, magnet, own, paste, test } from './importer.ts'
import { expect, openAsGuest, signIn } from './world.ts'

const torrent = (name: string) => Buffer.from(torrentOf(name, Buffer.alloc(1_000)))
const file = (name: string) => ({
  name: `${name}.torrent`,
  mimeType: 'application/x-bittorrent',
  buffer: torrent(name),
})

/** Drops files or a text anywhere on the page. */
const drop = (page: Page, brought: { name?: string; bytes?: number[]; text?: string }) =>
  page.evaluate(({ name, bytes, text }) => {
    const transfer = new DataTransfer()
    if (name !== undefined) transfer.items.add(new File([new Uint8Array(bytes ?? [])], name))
    if (text !== undefined) transfer.setData('text/uri-list', text)
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
  }, brought)

test.afterEach(cleanUp)

test('a torrent file is chosen, uploaded and cancelled', async ({ page }) => {
  const name = own('film.mkv')
  await page.goto('import-torrents')
  await expect(page).toHaveTitle(/^Importar torrents · /)
  await expect(page.getByRole('heading', { name: 'Importar torrent', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Descargas activas' })).toBeVisible()
  await expect(page.getByText('No worker is running')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Subir y descargar' })
  await expect(submit).toBeDisabled()
  const field = page.getByLabel('Choose a .torrent file')
  await expect(field).toHaveAttribute('accept', '.torrent')
  await field.setInputFiles(file(name))
  await expect(page.getByText(`${name}.torrent`)).toBeVisible()
  await submit.click()
  await expect(page.getByText('Torrent subido con éxito! Descargando...')).toBeVisible()
  await expect(card(page, name)).toContainText('0.0% (0.0 MB / 0.0 MB)')
  await expect(card(page, name)).toContainText('Waiting, number 1')
  await expect(card(page, name).getByRole('progressbar', { name })).toBeVisible()
  await expectAccessible(page, 'the torrents')
  await page.reload()
  await card(page, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click()
  await expect(card(page, name)).toHaveCount(0)
})

test('what is no torrent is refused in red, and nothing is lost', async ({ page, person }) => {
  await page.goto('import-torrents')
  const field = page.getByLabel('Choose a .torrent file')
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByRole('button', { name: 'Subir y descargar' }).click()
  await expect(page.getByText('Selecciona un archivo primero.')).toBeVisible()
  await expect(page.getByText('“notes.txt” is not a .torrent file.')).toBeVisible()
  await drop(page, { name: 'broken.torrent', bytes: [1, 2, 3] })
  await expect(page.getByText('El servidor respondió con error.')).toBeVisible()
  await expect(page.getByText('This is not a torrent file, or it is damaged.')).toBeVisible()
  await page.route('**/api/import-torrent*', (route) => route.abort())
  await drop(page, { name: 'good.torrent', bytes: [...torrent('good')] })
  await expect(page.getByText('Error al procesar el torrent.')).toBeVisible()
  expect(await listOf(person)).toEqual([])
})

test('torrents wait in an order that can be changed, and pause', async ({ page, person }) => {
  const [first, second] = [own('first'), own('second')]
  await page.goto('import-torrents')
  await expect(page.getByText('No downloads yet')).toBeVisible()
  await drop(page, { text: magnet(first) })
  await expect(card(page, first)).toContainText('number 1')
  await paste(page, magnet(second))
  await expect(card(page, second)).toContainText('number 2')
  await page.getByRole('button', { name: `More for ${second}` }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(card(page, second)).toContainText('number 1')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(second)
  await page.getByRole('button', { name: `Pause ${second}` }).click()
  await expect(card(page, second)).toContainText('Paused')
  expect((await listOf(person)).find(({ name }) => name === second)?.state).toBe('paused')
  await page.getByRole('button', { name: `Resume ${second}` }).click()
  await expect(card(page, second)).toContainText('Waiting')
})

test('files of a torrent come first in an order that is chosen, by the keyboard too', async ({
  page,
  files,
  person,
  site,
  s3,
}) => {
  const name = own('ordered')
  await page.goto('import-torrents')
  await expect(page.getByText('No downloads yet')).toBeVisible()
  await paste(page, magnet(name))
  await expect(card(page, name)).toContainText('Waiting')
  const id = (await listOf(person)).find((item) => item.name === name)?.id ?? ''
  await knowFiles({ site, s3 }, id, ['a.mkv', 'b.mkv', 'Extras/c.txt'])
  const details = async () => (await person.get(`/api/imports/${id}`)).json<{ first: number[]; contents: object[] }>()
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Files and trackers…' }).click()
  await files.dialog.getByRole('checkbox', { name: /^a\.mkv/ }).uncheck()
  await files.dialog.getByRole('button', { name: 'Download b.mkv first' }).click()
  await files.dialog.getByRole('button', { name: 'Download a.mkv first' }).click()
  await expect(files.dialog.getByRole('checkbox', { name: /^a\.mkv/ })).toBeChecked()
  await files.dialog.getByRole('button', { name: 'Download Extras first' }).click()
  const first = files.dialog.getByRole('list').getByRole('listitem')
  await expect(first).toHaveText(['c.txt', 'a.mkv', 'b.mkv'])
  await expectAccessible(page, 'the files of a torrent')
  await files.dialog.getByRole('button', { name: 'Move c.txt down' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(first).toHaveText(['a.mkv', 'b.mkv', 'c.txt'])
  await expect(files.dialog.getByRole('button', { name: 'Move c.txt up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await files.dialog.getByRole('button', { name: 'Do not download a.mkv first' }).click()
  await expect(first).toHaveText(['c.txt', 'b.mkv'])
  await files.dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(files.dialog).toHaveCount(0)
  expect(await details()).toMatchObject({ first: [2, 1] })
  await page.getByRole('button', { name: `Pause ${name}` }).click()
  await expect(card(page, name)).toContainText('Paused')
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Check again' }).click()
  await expect(card(page, name)).toContainText('Waiting')
})

test('a text with links says what was refused', async ({ page }) => {
  await page.goto('import-torrents')
  const field = page.getByRole('textbox', { name: 'Or paste magnet links' })
  await field.fill('hello')
  await field.press('Enter')
  await expect(page.getByText('There is no link in it.')).toBeVisible()
  const name = own('magnet')
  await field.fill(`${magnet(name)} magnet:?xt=urn:btmh:1220aa`)
  await field.press('Enter')
  await expect(page.getByText('The import has begun.')).toBeVisible()
  await expect(page.getByText(/btmh:1220aa: This torrent exists in version 2 only/)).toBeVisible()
  await expect(card(page, name)).toBeVisible()
})

test('an import goes to another folder if one is chosen, and shows in the tray elsewhere', async ({
  page,
  files,
  folder,
  person,
}) => {
  const name = own('elsewhere')
  await page.goto('import-torrents')
  await page.getByRole('button', { name: 'Choose another folder…' }).click()
  await files.dialog.getByRole('treeitem', { name: folder.name }).click()
  await files.dialog.getByRole('button', { name: 'Save here' }).click()
  await expect(page.getByText(`They go to “${folder.name}”.`)).toBeVisible()
  await paste(page, magnet(name))
  await expect(card(page, name)).toBeVisible()
  expect((await listOf(person))[0]?.target).toBe(folder.path)
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: /^Show activity: One import in progress/ }).click()
  await expect(files.tray.getByText(name)).toBeVisible()
  await files.tray.getByRole('button', { name: 'Show all' }).click()
  await expect(card(page, name)).toBeVisible()
})

test('a torrent file that is brought to a folder may be imported or uploaded', async ({
  page,
  files,
  folder,
  person,
}) => {
  const name = own('dropped')
  await files.open(folder.path)
  await (await files.openChooser('Upload files')).setFiles(file(name))
  await expect(files.dialog.getByRole('heading', { name: 'Import this torrent?' })).toBeVisible()
  await expectAccessible(page, 'the offer')
  await files.dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(files.toast('The import has begun.')).toBeVisible()
  expect((await listOf(person)).map((item) => [item.name, item.target])).toEqual([[name, folder.path]])
  await (await files.openChooser('Upload files')).setFiles(file(name))
  await files.dialog.getByRole('button', { name: 'Upload the file itself' }).click()
  await expect(files.row(`${name}.torrent`)).toBeVisible()
})

test('a link that is pasted into a folder is imported there', async ({ page, files, folder, person }) => {
  await files.open(folder.path)
  await expect
    .poll(async () => {
      await paste(page, 'https://example.org/some/data.zip')
      return files.dialog.count()
    })
    .toBe(1)
  await files.dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(files.toast('The import has begun.')).toBeVisible()
  expect(await listOf(person)).toMatchObject([{ kind: 'link', name: 'data.zip', target: folder.path }])
})

test('videos have a page of their own, which also stands in a frame and keeps its choice', async ({ page, person }) => {
  await page.goto('import-youtube')
  await expect(page).toHaveTitle(/^Importar YouTube · /)
  const frame = page.frameLocator('iframe[title="YouTube Downloader"]')
  await expect(frame.getByRole('heading', { name: 'YouTube Downloader' })).toBeVisible()
  await frame.getByRole('button', { name: 'MP3' }).click()
  const field = frame.getByRole('textbox', { name: 'One or more links' })
  await field.fill('https://www.youtube.com/watch?v=jNQXAC9IVRw')
  await frame.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(frame.getByText('The import has begun.')).toBeVisible()
  await expect(frame.getByRole('listitem')).toContainText('MP3')
  expect(await listOf(person)).toMatchObject([{ kind: 'video', preset: 'mp3' }])
  await page.goto('youtube/index.html')
  await expect(page).toHaveTitle(/^YouTube Downloader · /)
  await expect(page.getByRole('button', { name: 'MP3' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('listitem')).toContainText('Waiting')
  await expectAccessible(page, 'the videos')
})

test('a bookmark brings a link to the field, and nothing is started by it', async ({ page, person }) => {
  const link = 'https://www.youtube.com/watch?v=abc&t=1#x'
  await page.goto('youtube/index.html')
  const bookmark = page.getByRole('link', { name: /^Import to / })
  await expect(bookmark).toHaveAttribute('href', /^javascript:void open\("http.*\/youtube\/index\.html\?link="\+/)
  await bookmark.click()
  await expect(bookmark).toBeVisible()
  for (const address of ['youtube/index.html', 'import-youtube']) {
    await page.goto(`${address}?link=${encodeURIComponent(link)}`)
    const screen = address === 'import-youtube' ? page.frameLocator('iframe') : page
    await expect(screen.getByRole('textbox', { name: 'One or more links' })).toHaveValue(link)
    await expect(screen.getByText('No imports yet')).toBeVisible()
  }
  await page.goto('youtube/index.html?link=javascript:alert(1)')
  await expect(page.getByRole('textbox', { name: 'One or more links' })).toHaveValue('')
  expect(await listOf(person)).toEqual([])
})

test('a part of a video is typed as people write times', async ({ page, person }) => {
  await page.goto('youtube/index.html')
  const field = page.getByRole('textbox', { name: 'One or more links' })
  await field.fill('https://www.youtube.com/watch?v=part')
  await page.getByRole('checkbox', { name: 'Only a part' }).check()
  await page.getByRole('textbox', { name: 'From' }).fill('1:30')
  await page.getByRole('textbox', { name: 'To' }).fill('1:00')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Enter times such as 1:30')).toBeVisible()
  expect(await listOf(person)).toEqual([])
  await page.getByRole('textbox', { name: 'To' }).fill('1:02:03')
  await expectAccessible(page, 'a part of a video')
  await field.press('Enter')
  await expect(page.getByText('The import has begun.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: 'Only a part' })).not.toBeChecked()
  expect(await listOf(person)).toHaveLength(1)
})

test('the page for videos asks strangers to log in', async ({ browser, baseURL }) => {
  const page = await openAsGuest(browser, baseURL, { url: 'youtube/index.html' })
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.context().close()
})

test('people without the permission are told in Spanish, and see no links', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson()
  const page = await signIn(browser, baseURL, person)
  await expect(page.getByRole('link', { name: 'Trash' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Import/ })).toHaveCount(0)
  for (const address of ['import-torrents', 'import-youtube']) {
    await page.goto(address)
    const alert = page.getByRole('alertdialog', { name: /^El administrador no te ha concedido el permiso/ })
    await expect(alert).toBeVisible()
    await expectAccessible(page, `${address} without the permission`)
    await alert.getByRole('button', { name: 'Go to my files' }).click()
    await expect(page).toHaveURL(/\/files\/$/)
  }
  await page.context().close()
})

test('a long list has odd names as they are, and goes on where one was', async ({ page, person }) => {
  const [arabic, markup] = [own('فيلم.mkv'), own('<b onclick="x">bold</b>')]
  const long = own(`a name that fits into no line ${'and goes on '.repeat(15)}`)
  const names = [arabic, markup, long, ...Array.from({ length: 97 }, (_, at) => own(`film ${at}`))]
  for (let at = 0; at < names.length; at += 50)
    (await person.post('/api/imports', { links: names.slice(at, at + 50).map(magnet) })).expect(200)
  await page.goto('import-torrents')
  await expect(card(page, 'film')).toHaveCount(47)
  await expect(page.getByRole('main').getByText(arabic)).toHaveAttribute('dir', 'auto')
  await expect(page.getByRole('main').getByText(markup, { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Show more (50)' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Pause ${names[50]}` })).toBeFocused()
  await expectAccessible(page, 'a long list of imports')
})
