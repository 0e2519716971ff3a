// A long list: the cost of scrolling it.
import type { Page } from '@playwright/test'
import { type Client, encodePath } from '../helpers/client.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { expect, makeFolder, putFile, test } from './world.ts'

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
  await expect(files.row('row 020')).toBeAttached()
  const around = (least: number) =>
    page
      .locator('#main .panel-body [data-index]')
      .evaluateAll(
        (rows, least) => rows.filter((row) => Math.abs(Number(row.getAttribute('data-index')) - 60) < least).length,
        least,
      )
  const drawn = await page.locator('#main .panel-body').evaluate(
    (scroller) =>
      new Promise<{ indexes: number[]; isFilled: boolean }>((resolve) => {
        // After the page's own listener.
        scroller.addEventListener('scroll', () => {
          const { left, top, width, height } = scroller.getBoundingClientRect()
          const places = [0.1, 0.5, 0.9].map((down) =>
            document.elementFromPoint(left + width * 0.35, top + height * down),
          )
          resolve({
            indexes: [...scroller.querySelectorAll('[data-index]')].map((row) =>
              Number(row.getAttribute('data-index')),
            ),
            isFilled: places.every((place) => place?.closest('[data-index]')),
          })
        })
        scroller.scrollTop = scroller.scrollHeight / 2
      }),
  )
  expect(drawn.isFilled).toBe(true)
  // The others still show rows of the place before.
  const come = drawn.indexes.filter((index) => index > 40)
  expect(come.length).toBeLessThan(25)
  await expect.poll(() => around(30)).toBeGreaterThan(come.length + 15)
})

/** What the rows in the page show, in the order in which they are read. */
const shownRows = (page: Page) =>
  page.locator('#main .panel-body [data-index]').evaluateAll((rows) =>
    rows.map((row) => ({
      index: Number(row.getAttribute('data-index')),
      label: row.getAttribute('aria-label')?.split(',')[0],
      name: row.querySelector('.name')?.textContent,
      box: row.querySelector('input')?.getAttribute('aria-label'),
      place: (row as HTMLElement).style.transform,
      isMade: !('wasBefore' in row),
    })),
  )

test('rows that a jump shows take over the elements of other rows, and the focus stays', async ({
  page,
  files,
  folder,
  person,
}) => {
  await makeRows(person, folder.path, 'row')
  await files.open(folder.path)
  const scroller = page.locator('#main .panel-body')
  const focused = page.locator(':focus')
  await files.row('row 003').click()
  await expect.poll(async () => (await shownRows(page)).length).toBeGreaterThan(20)
  await scroller.evaluate((scroller) => {
    for (const row of scroller.querySelectorAll('[data-index]')) Object.assign(row, { wasBefore: true })
  })
  const rowHeight = (await files.row('row 003').boundingBox())?.height ?? 0
  for (const part of [0.99, 0.45, 0.99]) {
    await scroller.evaluate((scroller, part) => {
      scroller.scrollTop = scroller.scrollHeight * part
    }, part)
    // What is out of sight comes a moment later.
    await expect(async () => {
      const [kept, ...rows] = await shownRows(page)
      expect(kept).toMatchObject({ index: 3, name: 'row 003', isMade: false })
      expect(rows.filter(({ isMade }) => isMade).length).toBeLessThan(rows.length / 2)
      const first = rows[0]?.index ?? 0
      expect(first).toBeGreaterThan(40)
      expect(rows).toMatchObject(
        rows.map((_, at) => {
          const index = first + at
          const name = `row ${String(index).padStart(3, '0')}`
          return { index, name, label: name, box: `Select ${name}`, place: `translateY(${index * rowHeight}px)` }
        }),
      )
    }).toPass()
    await expect(focused).toHaveAttribute('data-index', '3')
  }
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('data-index', '4')
  await expect(files.row('row 004')).toBeInViewport()
})

test('a row never shows the picture of another one', async ({ page, files, folder, person }) => {
  const names = Array.from({ length: 60 }, (_, index) => `picture ${String(index).padStart(2, '0')}.png`)
  await Promise.all(names.map((name, index) => putFile(person, `${folder.path}/${name}`, pngPicture(index, 8))))
  await files.open(folder.path)
  await expect(page.locator('.thumb-picture.is-ready').first()).toBeAttached()
  const strangers = await page.locator('#main .panel-body').evaluate(async (scroller) => {
    const found: string[] = []
    for (const part of [1, 0, 0.6, 0.1]) {
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
      for (const picture of scroller.querySelectorAll<HTMLImageElement>('.thumb-picture.is-ready img')) {
        const name = picture.closest('[data-index]')?.querySelector('.name')?.textContent ?? ''
        if (!decodeURIComponent(picture.currentSrc).includes(name)) found.push(`${picture.currentSrc} in ${name}`)
      }
    }
    return found
  })
  expect(strangers).toEqual([])
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
