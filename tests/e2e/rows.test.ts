// A long list: what it costs to scroll it.
import type { Page } from '@playwright/test'
import { encodePath } from '../helpers/client.ts'
import { expect, makeFolder, test } from './world.ts'

const ROWS = 120

/**
 * Scrolls by some rows, and counts of those that stayed in the page how many were drawn again. React hands an element
 * the properties of each drawing, so that another object of them tells of another one.
 */
async function scroll(page: Page, pixels: number): Promise<{ stayed: number; drawnAgain: number }> {
  return await page.locator('#main .panel-body').evaluate(async (scroller, pixels) => {
    const drawing = (row: Element) => Object.entries(row).find(([name]) => name.startsWith('__reactProps$'))?.[1]
    const before = new Map([...scroller.querySelectorAll('.windowed > *')].map((row) => [row, drawing(row)]))
    scroller.scrollBy({ top: pixels })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const stayed = [...before].filter(([row, drawn]) => row.isConnected && drawn !== undefined)
    return { stayed: stayed.length, drawnAgain: stayed.filter(([row, drawn]) => drawing(row) !== drawn).length }
  }, pixels)
}

test('rows that stay in sight are not drawn again while a folder is scrolled', async ({
  page,
  files,
  folder,
  person,
}) => {
  await Promise.all(
    Array.from({ length: ROWS }, (_, index) =>
      makeFolder(person, `${folder.path}/row ${String(index).padStart(3, '0')}`),
    ),
  )
  await files.open(folder.path)
  await expect(files.row('row 000')).toBeVisible()
  const { stayed, drawnAgain } = await scroll(page, 300)
  expect(stayed).toBeGreaterThan(20)
  expect(drawnAgain).toBe(0)
})

test('the same in the results of a search', async ({ page, folder, person }) => {
  await Promise.all(
    Array.from({ length: ROWS }, (_, index) =>
      makeFolder(person, `${folder.path}/hit ${String(index).padStart(3, '0')}`),
    ),
  )
  await page.goto(`files${encodePath(folder.path)}/?q=hit`)
  await expect(page.getByText(`${ROWS} found in ${folder.name}`).first()).toBeVisible()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const { stayed, drawnAgain } = await scroll(page, 300)
  expect(stayed).toBeGreaterThan(10)
  expect(drawnAgain).toBe(0)
})
