// Documents on the stage: PDF, Markdown, tables and fonts, with a small real file of each.
import { readFile } from 'node:fs/promises'
import { pdfBook } from '../helpers/documents.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, makeLink, openAsGuest, putFile, test } from './world.ts'

test('a PDF: pages, zoom, search, headings, links, and what is broken', async ({
  baseURL,
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/a book.pdf`, pdfBook(120))
  await putFile(person, `${folder.path}/b broken.pdf`, '%PDF-1.4\nnothing\n')
  await putFile(person, `${folder.path}/c empty.pdf`, '')
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) outside.push(request.url())
  })
  const errors = consoleErrors(page)
  await files.open(folder.path)
  await files.row('a book.pdf').dblclick()
  const number = page.getByRole('textbox', { name: 'Page number' })
  await expect(number).toHaveValue('1')
  await expect(page.getByText('of 120')).toBeVisible()
  await expect(page.locator('.textLayer').first()).toContainText('Page 1 of the book')
  await expectAccessible(page, 'a PDF')

  await page.keyboard.press('PageDown')
  await expect(number).toHaveValue('2')
  await page.keyboard.press('End')
  await expect(number).toHaveValue('120')
  await expect(page.locator('[data-page-number="120"] canvas')).toBeVisible()
  // Only pages near the view are drawn.
  expect(await page.locator('.page canvas').count()).toBeLessThan(25)
  await number.fill('60')
  await number.press('Enter')
  await expect(page.locator('[data-page-number="60"] .textLayer')).toContainText('Page 60')

  await page.getByRole('button', { name: 'Fit whole page' }).click()
  await expect(page.getByRole('button', { name: 'Fit whole page' })).toHaveAttribute('aria-pressed', 'true')
  const before = (await page.locator('[data-page-number="60"]').boundingBox())?.width ?? 0
  await page.keyboard.press('+')
  await expect
    .poll(async () => (await page.locator('[data-page-number="60"]').boundingBox())?.width ?? 0)
    .toBeGreaterThan(before)

  await page.keyboard.press('Control+f')
  const search = page.getByRole('textbox', { name: 'Search in the document' })
  await search.fill('Page 77')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(page.locator('.textLayer .highlight.selected')).toBeVisible()
  await search.fill('Nowhere to be found')
  await expect(page.getByText('No matches')).toBeVisible()
  await search.press('Escape')

  await page.getByRole('button', { name: 'Table of contents' }).click()
  await page.getByRole('navigation', { name: 'Table of contents' }).getByRole('button', { name: 'Chapter 3' }).click()
  await expect(number).toHaveValue('3')
  await number.fill('1')
  await number.press('Enter')
  const link = page.locator('[data-page-number="1"] .linkAnnotation a')
  await expect(link).toHaveAttribute('href', 'https://example.org/')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect([outside, errors]).toEqual([[], []])

  await page.getByRole('button', { name: 'Next: b broken.pdf' }).click()
  await expect(page.getByText('This file is damaged or cannot be read')).toBeVisible()
  await page.getByRole('button', { name: 'Next: c empty.pdf' }).click()
  await expect(page.getByText('This file is empty')).toBeVisible()
})

const NOTES = `# Trip plan

[Go to the list](#the-list) and [another file](sub/other.txt).

<script>window.ran = true</script><img src="x" onerror="window.ran = true">
<a href="javascript:window.ran = true">press</a>

![A map](map.png) ![Spy](https://example.org/spy.png)

## The list

- [x] Tent
- [ ] Stove

| Day | Place |
| --- | ----- |
| 1   | Coast |

\`\`\`js
const a = 'b'
\`\`\`
`

test('Markdown is formatted, runs nothing, and fetches nothing of others', async ({
  browser,
  baseURL,
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/notes.md`, NOTES)
  await putFile(person, `${folder.path}/map.png`, pngPicture(3))
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  await files.open(folder.path)
  await files.row('notes.md').dblclick()
  const sheet = page.getByRole('article', { name: 'Contents of notes.md' })
  await expect(sheet.getByRole('heading', { name: 'Trip plan' })).toBeVisible()
  const map = sheet.getByRole('img', { name: 'A map' })
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  await expect(sheet.getByRole('checkbox', { name: 'Done' })).toBeChecked()
  await expect(sheet.getByRole('cell', { name: 'Coast' })).toBeVisible()
  await expect(sheet.locator('.tok-keyword')).toHaveText('const')
  const spy = sheet.getByRole('link', { name: 'Picture from another site: Spy' })
  await expect(spy).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(sheet.getByRole('link', { name: 'another file' })).toHaveAttribute(
    'href',
    /\/files\/.*\/sub\/other\.txt$/,
  )
  await expect(sheet.getByText('press')).not.toHaveAttribute('href')
  await sheet.getByRole('link', { name: 'Go to the list' }).click()
  await expect(page).toHaveURL(/notes\.md$/)
  await expectAccessible(page, 'Markdown')
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(asked.filter((url) => url.includes('example.org'))).toEqual([])

  await page.getByRole('button', { name: 'Show the text as it is in the file' }).click()
  await expect(page.getByLabel('Contents of notes.md')).toHaveText(NOTES)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\?edit$/)

  const { hash } = await makeLink(person, folder.path)
  const guest = await openAsGuest(browser, baseURL, { url: `share/${hash}/notes.md` })
  const shared = guest.getByRole('article', { name: 'Contents of notes.md' })
  const sharedMap = shared.getByRole('img', { name: 'A map' })
  await expect.poll(() => sharedMap.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  await expectAccessible(guest, 'Markdown for a guest')
  await guest.context().close()
})

test('a table: guessed delimiter, a head, sorting, and any number of rows', async ({ page, files, folder, person }) => {
  const rows = Array.from({ length: 100_000 }, (_, index) => `Item ${index + 1};${(index * 7919) % 100_003},5;"a;b"`)
  await putFile(person, `${folder.path}/big.csv`, ['Name;Price;Note', ...rows].join('\n'))
  await files.open(folder.path)
  await files.row('big.csv').dblclick()
  const table = page.getByRole('table', { name: 'Contents of big.csv' })
  await expect(page.getByText('100,000 rows')).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Price' })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'a;b' }).first()).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(80)
  await expectAccessible(page, 'a table')
  const edge = table.getByRole('separator', { name: 'Width of column Name' })
  const width = async () => (await table.getByRole('columnheader', { name: 'Name' }).boundingBox())?.width ?? 0
  const before = await width()
  await edge.press('ArrowRight')
  await expect.poll(width).toBeGreaterThan(before)
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {}
  await page.mouse.move(x + 4, y + 4)
  await page.mouse.down()
  await page.mouse.move(x + 104, y + 4)
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(before + 80)
  await edge.press('Enter')
  await expect.poll(width).toBe(before)
  await table.getByRole('button', { name: 'Price' }).click()
  await expect(table.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('row').nth(1)).toContainText('Item 1')
  await table.getByRole('button', { name: 'Price' }).click()
  await expect(table.getByRole('row').nth(1)).not.toContainText('Item 1,')
  await page.getByRole('button', { name: 'First row has the names of the columns' }).click()
  await expect(page.getByText('100,001 rows')).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'A', exact: true })).toBeVisible()
})

test('a font is shown by its letters, for its owner and a guest', async ({
  browser,
  baseURL,
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/inter.woff2`, await readFile('frontend/src/styles/fonts/inter-latin.woff2'))
  await putFile(person, `${folder.path}/no font.ttf`, Buffer.from([0, 1, 2, 3]))
  await files.open(folder.path)
  await files.row('inter.woff2').dblclick()
  const sample = page.getByRole('article', { name: 'Contents of inter.woff2' })
  await expect(sample.getByRole('heading', { name: 'inter' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Type your own sample text' }).fill('Mañana')
  await expect(sample.getByText('Mañana')).toHaveCount(5)
  await expectAccessible(page, 'a font')
  await page.getByRole('button', { name: 'Next: no font.ttf' }).click()
  await expect(page.getByText('This file is damaged or cannot be read')).toBeVisible()
  const { hash } = await makeLink(person, folder.path)
  const guest = await openAsGuest(browser, baseURL, { url: `share/${hash}/inter.woff2` })
  await expect(guest.getByRole('article', { name: 'Contents of inter.woff2' })).toBeVisible()
  await guest.context().close()
})
