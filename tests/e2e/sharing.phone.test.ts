// Links on a phone: the dialog as a sheet, the list as cards, and the guest's page.
import type { Page } from '@playwright/test'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { encodePath } from '../helpers/client.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { expect, putFile, test } from './world.ts'

const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test('a person shares a picture on a phone, and a guest sees it', async ({ page, files, folder, person }) => {
  const name = 'a picture whose name goes on and on until nobody can read it any more.png'
  await putFile(person, `${folder.path}/${name}`, pngPicture(5, 400))
  await files.open(folder.path)
  await files
    .row(name)
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Share' }).tap()
  await files.dialog.getByRole('button', { name: 'Create link' }).tap()
  await expect(files.dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  for (const button of await files.dialog.locator('footer .button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await overflows(page)).toBe(false)
  await files.dialog.getByRole('button', { name: 'Done' }).tap()
  const [link] = (await person.get(`/api/share${encodePath(`${folder.path}/${name}`)}`)).expect(200).json<ShareLink[]>()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).tap()
  await page.getByRole('link', { name: 'Settings' }).tap()
  await page.getByRole('link', { name: 'Shares', exact: true }).tap()
  await expect(page.getByRole('link', { name: `Show ${name} in my files` })).toBeVisible()
  expect(await overflows(page)).toBe(false)

  await page.goto(`share/${link?.hash}`)
  await expect(page.getByRole('img', { name })).toBeVisible()
  expect(
    (await page.getByRole('link', { name: 'Download', exact: true }).boundingBox())?.height,
  ).toBeGreaterThanOrEqual(44)
  expect(await overflows(page)).toBe(false)
})

/** Stands in for the sheet of the phone, which no test can see. Keeps what it was given. */
async function useSheet(page: Page): Promise<{ given(): Promise<ShareData[]> }> {
  await page.addInitScript(() => {
    const given: ShareData[] = []
    const share = async (data: ShareData) => {
      given.push(data)
      // The second time the person closes it.
      if (given.length > 1) throw new DOMException('closed', 'AbortError')
    }
    Object.defineProperty(navigator, 'share', { value: share })
    Object.assign(window, { givenToSheet: given })
  })
  return { given: () => page.evaluate(() => (window as unknown as { givenToSheet: ShareData[] }).givenToSheet) }
}

test("a link is sent by the phone's own sheet", async ({ page, context, baseURL, files, folder, person }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await putFile(person, `${folder.path}/a.png`, pngPicture(5, 40))
  const sheet = await useSheet(page)
  await files.open(folder.path)
  await files
    .row('a.png')
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Share' }).tap()
  await files.dialog.getByRole('button', { name: 'Create link' }).tap()
  const send = files.dialog.getByRole('button', { name: 'Send', exact: true })
  await expect.poll(async () => (await send.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(32)
  await send.tap()
  const [link] = (await person.get(`/api/share${encodePath(`${folder.path}/a.png`)}`)).expect(200).json<ShareLink[]>()
  const data = { title: 'a.png', url: new URL(`share/${link?.hash}`, baseURL).href }
  await expect.poll(sheet.given).toEqual([data])
  await send.tap()
  await expect.poll(sheet.given).toEqual([data, data])
  await expect(files.dialog).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a guest browses photos on a phone', async ({ page, folder, person }) => {
  for (const number of [1, 2, 3]) await putFile(person, `${folder.path}/Album/photo ${number}.png`, pngPicture(number))
  const { hash } = (await person.post(`/api/share${encodePath(`${folder.path}/Album`)}`, {}))
    .expect(200)
    .json<ShareLink>()
  await page.goto(`share/${hash}`)
  await expect(page.locator('.gallery img')).toHaveCount(3)
  expect(await overflows(page)).toBe(false)
  await page.locator('.gallery a').nth(1).tap()
  await expect(page.getByRole('heading', { name: 'photo 2.png' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Select' }).tap()
  await page.locator('.gallery label').first().tap()
  await expect(page.getByText('1 selected')).toBeVisible()
  const box = await page.getByRole('toolbar').getByRole('link', { name: 'Download' }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
})
