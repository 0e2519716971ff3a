// Books on the stage: read, remembered, and held to what a book may do.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { epubBook, PROTECTION } from '../helpers/books.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, makeLink, openAsGuest, putFile, test } from './world.ts'

const OUTSIDE = 'https://example.org'

/** Addresses elsewhere that the page asks for, and what its console warns of. */
function watch(page: Page): string[] {
  const troubles = consoleErrors(page)
  page.on('request', (request) => {
    if (request.url().startsWith(OUTSIDE)) troubles.push(request.url())
  })
  return troubles
}

/** The chapter in view. The library hides its frames from the page's own selectors. */
const chapterOf = (page: Page) =>
  page.frames().find((frame) => frame.parentFrame() !== null && frame.url().startsWith('blob:'))

const headingOf = async (page: Page): Promise<string | null> =>
  // A frame goes when its chapter does.
  (await chapterOf(page)
    ?.locator('h1')
    .textContent()
    .catch(() => null)) ?? null

test('a book is read, runs nothing, asks nobody, and remembers the place', async ({
  browser,
  baseURL,
  page,
  files,
  folder,
  person,
}) => {
  const parts = {
    font: await readFile('frontend/src/styles/fonts/inter-latin.woff2'),
    picture: pngPicture(4),
    outside: OUTSIDE,
  }
  await putFile(person, `${folder.path}/a clocks.epub`, epubBook(parts))
  await putFile(person, `${folder.path}/b bought.epub`, epubBook({ ...parts, more: [PROTECTION] }))
  await putFile(person, `${folder.path}/c broken.epub`, Buffer.from([0, 1, 2, 3]))
  const troubles = watch(page)
  await files.open(folder.path)
  await files.row('a clocks.epub').dblclick()
  const tools = page.getByRole('toolbar', { name: 'Document tools' })
  await expect(tools).toContainText('The Clocks')
  await expect(tools).toContainText('Ada Alba, Bo Berg')
  const heading = () => headingOf(page)
  await expect.poll(heading).toBe('Chapter 1')
  const dot = chapterOf(page)?.getByAltText('A dot')
  await expect.poll(() => dot?.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  await expectAccessible(page, 'a book')

  await page.keyboard.press('ArrowRight')
  await expect(tools).not.toContainText(/\b0 %/)
  await page.getByRole('button', { name: 'Table of contents' }).click()
  await page.getByRole('navigation', { name: 'Table of contents' }).getByRole('button', { name: 'Chapter 2' }).click()
  await expect.poll(heading).toBe('Chapter 2')
  await page.getByRole('button', { name: 'Page to the left (←)' }).click()
  await expect.poll(heading).toBe('Chapter 1')
  await chapterOf(page)?.locator('body').press('PageDown')
  await expect.poll(heading).toBe('Chapter 2')
  const size = () =>
    chapterOf(page)
      ?.locator('html')
      .evaluate((html) => getComputedStyle(html).fontSize)
  const before = await size()
  await page.getByRole('button', { name: 'Larger letters' }).click()
  await expect.poll(size).not.toBe(before)
  await page.reload()
  await expect.poll(heading).toBe('Chapter 2')
  expect(await page.evaluate(() => 'ran' in window || document.title === 'ran')).toBe(false)
  expect(troubles).toEqual([])

  await page.getByRole('button', { name: 'Next: b bought.epub' }).click()
  await expect(page.getByText('This book is protected against copying')).toBeVisible()
  await expect(page.locator('.shot').getByRole('button', { name: 'Download' })).toBeVisible()
  await page.getByRole('button', { name: 'Next: c broken.epub' }).click()
  await expect(page.getByText('This file is damaged or cannot be read')).toBeVisible()

  const { hash } = await makeLink(person, folder.path)
  const guest = await openAsGuest(browser, baseURL, { url: `share/${hash}/a%20clocks.epub` })
  await expect.poll(() => headingOf(guest)).toBe('Chapter 1')
  await guest.context().close()
})
