// Dragging with the mouse: into a folder, and out of the browser.
import type { Page } from '@playwright/test'
import { expect, makeFolder, putFile, test } from './world.ts'

/** What Chromium saves where a drag ends outside of it, as the page has told it: `type:name:address`. */
interface WithDrag {
  dragged?: string
}

const watchDrags = (page: Page) =>
  page.evaluate(() =>
    addEventListener('dragstart', ({ dataTransfer }) => {
      ;(window as WithDrag).dragged = dataTransfer?.getData('DownloadURL') ?? ''
    }),
  )

test('a file is dragged to the desktop, or into a folder', async ({ page, files, folder, person }) => {
  await makeFolder(person, `${folder.path}/old`)
  await putFile(person, `${folder.path}/50 % ñ: note.txt`, 'dear')
  await files.open(folder.path)
  await watchDrags(page)
  await files.row('50 % ñ: note.txt').locator('.name').hover()
  await page.mouse.down()
  // The browser begins a drag some movements after the press; how many depends on how busy it is. Until then the mouse
  // is not on the folder, which would open after a moment.
  const card = page.locator('.drag-card')
  await expect(async () => {
    for (const x of [900, 920]) await page.mouse.move(x, 700)
    await expect(card).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const x of [300, 320]) await files.row('old').hover({ position: { x, y: 20 } })
  await expect(card).toContainText('Move to old')
  const [type, name, ...address] = (await page.evaluate(() => (window as WithDrag).dragged))?.split(':') ?? []
  expect([type, name]).toEqual(['application/octet-stream', '50 % ñ_ note.txt'])
  const answer = await page.request.get(address.join(':'))
  expect(await answer.text()).toBe('dear')
  // What the page itself drags is no upload.
  await expect(page.locator('.drop-veil')).toHaveCount(0)
  await page.mouse.up()
  await expect(files.row('50 % ñ: note.txt')).toHaveCount(0)
  await files.row('old').dblclick()
  await expect(files.row('50 % ñ: note.txt')).toBeVisible()
})

test('a folder, or several files, are not saved on the desktop', async ({ page, files, folder, person }) => {
  await makeFolder(person, `${folder.path}/old`)
  await putFile(person, `${folder.path}/a.txt`, 'x')
  await putFile(person, `${folder.path}/b.txt`, 'x')
  await files.open(folder.path)
  await watchDrags(page)
  const dragged = async (name: string) => {
    await files.row(name).locator('.name').hover()
    await page.mouse.down()
    await page.mouse.move(900, 700, { steps: 4 })
    await page.mouse.up()
    return page.evaluate(() => (window as WithDrag).dragged)
  }
  expect(await dragged('a.txt')).toContain(':a.txt:')
  expect(await dragged('old')).toBe('')
  await files.row('a.txt').click()
  await files.row('b.txt').click({ modifiers: ['Control'] })
  expect(await dragged('b.txt')).toBe('')
})
