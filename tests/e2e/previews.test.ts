// Opening files: each kind by the browser's own means, turning pages, and returning to the same place.
import { pdfPage, pngPicture, wavTone } from '../helpers/real-files.ts'
import { expect, putFile, test } from './world.ts'

test('pictures are shown, zoomed, and turned with keys; closing returns to the row', async ({
  page,
  files,
  folder,
  person,
}) => {
  for (let number = 1; number <= 60; number++)
    await putFile(person, `${folder.path}/picture ${number}.png`, pngPicture(number))
  await files.open(folder.path)
  await expect(files.row('picture 1.png')).toBeVisible()
  await page.keyboard.press('End')
  await files.row('picture 58.png').dblclick()
  await expect(page).toHaveURL(/picture%2058\.png$/)
  await expect(page.getByRole('heading', { name: 'picture 58.png' })).toBeVisible()
  await expect(page.getByText('58 of 60')).toBeVisible()
  const picture = page.getByRole('img', { name: 'picture 58.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  await page.keyboard.press('+')
  await expect(picture).toHaveCSS('transform', 'matrix(1.5, 0, 0, 1.5, 0, 0)')
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'picture 59.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`${encodeURIComponent(folder.name)}/$`))
  await expect(files.row('picture 59.png')).toBeInViewport()
  await expect(files.row('picture 59.png')).toHaveAttribute('aria-selected', 'true')
  await expect(files.row('picture 59.png')).toBeFocused()
  await page.goBack()
})

test('text, sound, PDF and what no browser shows', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a note.md`, '# Groceries\n\n- <b>milk</b>\n')
  await putFile(person, `${folder.path}/b tone.wav`, wavTone(7))
  await putFile(person, `${folder.path}/c page.pdf`, pdfPage('Rental contract'))
  await putFile(person, `${folder.path}/d unknown.bin`, Buffer.from([0, 1, 2, 3]))
  await putFile(person, `${folder.path}/e broken.png`, 'no picture')
  await files.open(folder.path)
  await files.row('a note.md').dblclick()
  await expect(page.getByLabel('Contents of a note.md').getByRole('heading', { name: 'Groceries' })).toBeVisible()

  await page.getByRole('button', { name: 'Next: b tone.wav' }).click()
  const sound = page.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(1, 1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'b tone.wav' })).toBeVisible()

  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: 'c page.pdf' })).toBeVisible()
  await expect(page.locator('.textLayer')).toContainText('Rental contract')

  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Your browser cannot show this type of file')).toBeVisible()
  await expect(page.locator('.stage-card')).toContainText(/File · BIN.*4 B.*Modified/)
  const download = page.waitForEvent('download')
  await page.getByRole('main').getByRole('button', { name: 'Download' }).last().click()
  expect((await download).suggestedFilename()).toBe('d unknown.bin')

  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('This picture cannot be shown')).toBeVisible()
})

test('a picture opened offline says so, loads when the connection is back, and can be rotated', async ({
  page,
  context,
  files,
  folder,
  person,
}) => {
  for (const name of ['a', 'b', 'c']) await putFile(person, `${folder.path}/${name}.png`, pngPicture(1))
  await files.open(folder.path)
  // The next one is preloaded, the one after it is not.
  const preloaded = page.waitForEvent('requestfinished', (request) => /\/raw\/.*b\.png/.test(request.url()))
  await files.row('a.png').dblclick()
  await expect(page.getByRole('img', { name: 'a.png' })).toBeVisible()
  await preloaded
  await context.setOffline(true)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('img', { name: 'b.png' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  const picture = page.getByRole('img', { name: 'c.png' })
  await expect(picture).toBeVisible()
  await page.keyboard.press('r')
  await expect(picture).toHaveCSS('transform', 'matrix(0, 1, -1, 0, 0, 0)')
})

test('information about a file, with checksums when asked', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/hello.txt`, 'hello', Date.UTC(2020, 4, 5, 12))
  await files.open(folder.path)
  await files.row('hello.txt').click()
  await page.keyboard.press('Alt+i')
  const panel = page.getByRole('complementary', { name: 'Info' })
  await expect(panel).toContainText('5 B')
  await expect(panel).toContainText('May 5, 2020')
  await panel.getByRole('button', { name: 'Compute SHA-256' }).click()
  await expect(panel.getByTitle('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')).toBeVisible()
  await expect(page).toHaveURL(/\?info$/)
  await page.reload()
  await expect(panel).toContainText('0 folders, 1 file')
  await panel.getByRole('button', { name: 'Close info' }).click()
  await expect(panel).toBeHidden()
})
