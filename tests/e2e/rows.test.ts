// A long list: the cost of scrolling it.
import type { Page } from '@playwright/test'
import { type Client, encodePath } from '../helpers/client.ts'
import { expect, makeFolder, test } from './world.ts'

const ROWS = 120

async function makeRows(person: Client, folder: string, name: string): Promise<void> {
  const names = Array.from({ length: ROWS }, (_, index) => `${name} ${String(index).padStart(3, '0')}`)
  await Promise.all(names.map((name) => makeFolder(person, `${folder}/${name}`)))
}

/**
 * Scrolls, and counts how many of the rows that stayed in the page were rendered again. React attaches each render's
 * props to the element, so a different props object means a new render. `moved`: in pixels.
 */
async function scroll(page: Page, pixels: number): Promise<{ moved: number; stayed: number; drawnAgain: number }> {
  return await page.locator('#main .panel-body').evaluate(async (scroller, pixels) => {
    const drawing = (row: Element) => Object.entries(row).find(([name]) => name.startsWith('__reactProps$'))?.[1]
    const before = new Map([...scroller.querySelectorAll('.windowed > *')].map((row) => [row, drawing(row)]))
    const from = scroller.scrollTop
    scroller.scrollBy({ top: pixels })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const stayed = [...before].filter(([row, drawn]) => row.isConnected && drawn !== undefined)
    return {
      moved: scroller.scrollTop - from,
      stayed: stayed.length,
      drawnAgain: stayed.filter(([row, drawn]) => drawing(row) !== drawn).length,
    }
  }, pixels)
}

/** Expects that at least so many rows stay, and none is rendered again. News of the folder may do that once. */
async function expectNoneDrawnAgain(page: Page, least: number): Promise<void> {
  let pixels = -300
  await expect(async () => {
    pixels = -pixels
    const { moved, stayed, drawnAgain } = await scroll(page, pixels)
    expect([moved, drawnAgain]).toEqual([pixels, 0])
    expect(stayed).toBeGreaterThan(least)
  }).toPass()
}

test('rows that stay in view are not rendered again while a folder is scrolled', async ({
  page,
  files,
  folder,
  person,
}) => {
  await makeRows(person, folder.path, 'row')
  await files.open(folder.path)
  await expect(files.row('row 000')).toBeVisible()
  await expectNoneDrawnAgain(page, 20)
})

test('the same for the results of a search', async ({ page, folder, person }) => {
  await makeRows(person, folder.path, 'hit')
  await page.goto(`files${encodePath(folder.path)}/?q=hit`)
  await expect(page.getByText(`${ROWS} results in ${folder.name}`).first()).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Search results' }).getByRole('row').first()).toBeVisible()
  await expectNoneDrawnAgain(page, 10)
})

test('a jump first draws the rows that it shows, and then those around them', async ({
  page,
  files,
  folder,
  person,
}) => {
  await makeRows(person, folder.path, 'row')
  await files.open(folder.path)
  await expect(files.row('row 000')).toBeVisible()
  const rows = page.locator('#main .panel-body [data-index]')
  const drawn = await page.locator('#main .panel-body').evaluate(
    (scroller) =>
      new Promise<{ count: number; isFilled: boolean }>((resolve) => {
        // After the page's own listener.
        scroller.addEventListener('scroll', () => {
          const { left, top, width, height } = scroller.getBoundingClientRect()
          const places = [0.1, 0.5, 0.9].map((down) =>
            document.elementFromPoint(left + width * 0.35, top + height * down),
          )
          resolve({
            count: scroller.querySelectorAll('[data-index]').length,
            isFilled: places.every((place) => place?.closest('[data-index]')),
          })
        })
        scroller.scrollTop = scroller.scrollHeight / 2
      }),
  )
  expect(drawn.isFilled).toBe(true)
  await expect.poll(() => rows.count()).toBeGreaterThan(drawn.count + 15)
})

test('a folder is chosen among many, of which only those in view are in the page', async ({
  page,
  files,
  folder,
  person,
}) => {
  await makeRows(person, folder.path, 'row')
  await files.open(folder.path)
  await files.choose('row 000', 'Move to…')
  const rows = files.dialog.getByRole('treeitem')
  const active = files.dialog.locator('[role="treeitem"][aria-selected="true"]')
  await expect(rows.filter({ hasText: 'row 000' })).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  await page.keyboard.press('End')
  await expect(active).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(active).toHaveAttribute('aria-level', '1')
  await expect(active).toBeInViewport()
})
