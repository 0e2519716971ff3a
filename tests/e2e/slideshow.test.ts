// The pictures of a folder one after another, for its owner and for guests.
import { pngPicture } from '../helpers/real-files.ts'
import { expect, makeLink, openAsGuest, putFile, test } from './world.ts'

test.beforeEach(async ({ folder, person }) => {
  for (const name of ['a.png', 'c.png']) await putFile(person, `${folder.path}/${name}`, pngPicture(name.length))
  await putFile(person, `${folder.path}/b.bin`, Buffer.from([0, 1, 2]))
})

test('a slideshow turns by itself, begins again, pauses when one does something, and ends', async ({
  page,
  files,
  folder,
}) => {
  await files.open(folder.path)
  await files.row('a.png').dblclick()
  await page.getByRole('button', { name: 'Slideshow (S)' }).click()
  const bar = page.getByRole('group', { name: 'Slideshow' })
  await bar.getByRole('button', { name: '3 s' }).click()
  const heading = (name: string) => page.getByRole('heading', { name })
  await expect(heading('c.png')).toBeVisible()
  await expect(heading('a.png')).toBeVisible()
  await page.getByRole('img', { name: 'a.png' }).click()
  await expect(bar.getByRole('button', { name: 'Continue the slideshow' })).toBeVisible()
  await page.locator('.stage').focus()
  await page.keyboard.press(' ')
  await expect(bar.getByRole('button', { name: 'Pause the slideshow' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(page.locator('.stage')).toBeFocused()
  await page.keyboard.press('s')
  await expect(bar.getByRole('button', { name: '3 s' })).toHaveAttribute('aria-pressed', 'true')
  // A file that is no picture ends it.
  await page.keyboard.press('ArrowRight')
  await expect(heading('b.bin')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(files.dialog.getByText('Start the slideshow')).toBeVisible()
})

test('guests have the slideshow too', async ({ browser, baseURL, folder, person }) => {
  const { hash } = await makeLink(person, folder.path)
  const page = await openAsGuest(browser, baseURL, { url: `share/${hash}/a.png` })
  await page.getByRole('button', { name: 'Slideshow (S)' }).click()
  await expect(page.getByRole('group', { name: 'Slideshow' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'c.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Slideshow' })).toHaveCount(0)
  await page.context().close()
})
