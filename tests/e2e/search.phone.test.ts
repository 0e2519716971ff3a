// Searching on a phone: the field fills the top bar, and a tap anywhere on a row opens it.
import { expect, makeFolder, putFile, test } from './world.ts'

test('a person finds something on a phone and returns', async ({ page, files, folder, person }) => {
  await makeFolder(person, `${folder.path}/Letters`)
  await putFile(
    person,
    `${folder.path}/Letters/a very long name that goes on and on until it finds its end.txt`,
    'Dear all',
  )
  await files.open(folder.path)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  const field = page.getByRole('searchbox', { name: 'Search names' })
  await expect(field).toBeFocused()
  await field.fill('finds')
  const hit = page.getByRole('grid', { name: 'Search results' }).getByRole('row')
  await expect(hit).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  expect((await hit.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  for (const chip of await page.locator('.chip').all())
    expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  await hit.tap({ position: { x: 120, y: 50 } })
  await expect(page.getByText('Dear all')).toBeVisible()
  await page.goBack()
  await expect(hit).toHaveCount(1)
  await expect(field).not.toBeFocused()
  const more = hit.getByRole('button', { name: /^Actions for a very long name/ })
  expect((await more.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await more.tap()
  await page.getByRole('menuitem', { name: 'Show in folder' }).tap()
  await expect(page.getByRole('heading', { name: 'Letters' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Close the search' }).tap()
  await expect(page.getByRole('heading', { name: folder.name })).toBeVisible()
  await expect(files.row('Letters')).toBeVisible()
})
