// Selecting many items: with a rectangle, by a pattern, and with clicks that select.
import type { Page } from '@playwright/test'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { expect, makeFolder, putFile, test } from './world.ts'

const NAMES = ['a.txt', 'b.txt', 'c.csv', 'd.csv']

test.beforeEach(async ({ folder, person }) => {
  await makeFolder(person, `${folder.path}/old`)
  for (const name of NAMES) await putFile(person, `${folder.path}/${name}`, 'x')
})

const selected = (page: Page) => page.locator('[role="row"][aria-selected="true"] .name').allTextContents()
const ground = async (page: Page, command: string) => {
  const box = await page.locator('#main .panel-body').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) - 20, { button: 'right' })
  await page.getByRole('menuitem', { name: command, exact: true }).click()
}

test('the mouse draws a rectangle, and Ctrl adds another one', async ({ page, files, folder }) => {
  await files.open(folder.path)
  const middleOf = async (name: string) => {
    const box = await files.row(name).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const draw = async (from: string, to: string) => {
    const [start, end] = [await middleOf(from), await middleOf(to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x - 40, end.y, { steps: 4 })
    await page.mouse.up()
  }
  await expect(async () => {
    await draw('a.txt', 'b.txt')
    expect(await selected(page)).toEqual(['a.txt', 'b.txt'])
  }).toPass()
  await page.keyboard.down('Control')
  await draw('d.csv', 'd.csv')
  await page.keyboard.up('Control')
  expect(await selected(page)).toEqual(['a.txt', 'b.txt', 'd.csv'])
  await expect(page.locator('.marquee')).toHaveCount(0)
})

test('at the edges of the list the rectangle scrolls on and keeps selecting', async ({ page, files, folder, s3 }) => {
  const names = Array.from({ length: 60 }, (_, number) => `${String(number).padStart(3, '0')}.txt`)
  await mapParallel(names, 8, (name) => s3.put(folder.bucket, folder.prefix + name, 'x'))
  await page.setViewportSize({ width: 1100, height: 500 })
  await files.open(folder.path)
  const list = page.locator('#main .panel-body')
  const [edge, third] = [await list.boundingBox(), await files.row('001.txt').boundingBox()]
  const [x, top, bottom] = [(edge?.x ?? 0) + 300, edge?.y ?? 0, (edge?.y ?? 0) + (edge?.height ?? 0)]
  await expect(async () => {
    await page.mouse.up()
    await page.mouse.move(x + 200, (third?.y ?? 0) + 20)
    await page.mouse.down()
    await page.mouse.move(x, bottom - 5, { steps: 4 })
    await expect(page.locator('.marquee')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar).toContainText('63 selected')
  // Outside the list, too: it ends where it ended before.
  const length = () => list.evaluate((element) => element.scrollHeight)
  const before = await length()
  await page.mouse.move(x, bottom + 300, { steps: 4 })
  await expect.poll(() => list.evaluate((of) => of.scrollHeight - of.clientHeight - of.scrollTop)).toBeLessThan(1)
  expect(await length()).toBe(before)
  await page.mouse.move(x, top - 50, { steps: 4 })
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0)
  await expect(bar).toContainText('3 selected')
  await page.mouse.up()
  await expect(page.locator('.marquee')).toHaveCount(0)
  expect(await selected(page)).toEqual(['old', '000.txt', '001.txt'])
})

test('a pattern and a kind select, and inverting selects the rest instead', async ({ page, files, folder }) => {
  await files.open(folder.path)
  await ground(page, 'Select by…')
  await files.dialog.getByRole('textbox', { name: 'Name' }).fill('*.TXT')
  await files.dialog.getByRole('button', { name: 'Select 2 items' }).click()
  await expect.poll(() => selected(page)).toEqual(['a.txt', 'b.txt'])
  await ground(page, 'Select by…')
  await files.dialog.getByRole('button', { name: 'Folders' }).click()
  await files.dialog.getByRole('button', { name: 'Select 1 item' }).click()
  await expect.poll(() => selected(page)).toEqual(['old'])
  await page.keyboard.press('Control+i')
  await expect.poll(() => selected(page)).toEqual(NAMES)
})

test('after “Select” a click selects, until the selection is cleared', async ({ page, files, folder }) => {
  await files.open(folder.path)
  await ground(page, 'Select')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('0 selected')
  await files.row('a.txt').click()
  await files.row('c.csv').click()
  await expect.poll(() => selected(page)).toEqual(['a.txt', 'c.csv'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
})

test('a bar that has no room for all commands keeps the rest in a menu', async ({ page, files, folder }) => {
  await page.setViewportSize({ width: 780, height: 800 })
  await files.open(folder.path)
  await files.row('a.txt').locator('.name').click()
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport()
  await bar.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Info' })).toBeVisible()
})
