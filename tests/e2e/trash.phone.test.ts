// The trash on a phone: reached from the places, opened by a tap, selected by a long press.
import type { Locator } from '@playwright/test'
import { encodePath } from '../helpers/client.ts'
import { expect, putFile, test } from './world.ts'

/** Holds a finger on something until the effect is there. */
async function pressLong(target: Locator, brought: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not drawn')
  const session = await target.page().context().newCDPSession(target.page())
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: box.x + 100, y: box.y + box.height / 2 }],
  })
  await expect(brought).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

test('a person finds the trash, and restores two files of a folder', async ({ page, files, folder, person }) => {
  const name = `Album ${folder.name}`
  for (const file of ['one.jpg', 'three.jpg', 'two.jpg']) await putFile(person, `${folder.path}/${name}/${file}`, file)
  ;(await person.delete(`/api/resources${encodePath(`${folder.path}/${name}`)}`)).expect(204)
  await files.open(folder.path)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).tap()
  await page.getByRole('link', { name: 'Trash' }).tap()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New or upload' })).toBeHidden()
  const restore = files.row(name).getByRole('button', { name: /^Restore/ })
  const box = await restore.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)

  await files.row(name).tap()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  // A tap on a file shows the commands for it.
  await files.row('one.jpg').tap()
  await page.getByRole('menuitem', { name: 'Restore', exact: true }).tap()
  await expect(files.toast('Restored “one.jpg”')).toBeVisible()
  await expect(files.row('one.jpg')).toBeHidden()

  await pressLong(files.row('two.jpg'), page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected'))
  await page
    .getByRole('navigation', { name: 'Selection actions' })
    .getByRole('button', { name: 'Restore', exact: true })
    .tap()
  await expect(files.toast('Restored “two.jpg”')).toBeVisible()
  await expect.poll(() => files.names()).toEqual(['three.jpg'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  const kept = (await person.get(`/api/resources${encodePath(`${folder.path}/${name}`)}`))
    .expect(200)
    .json<{ items: { name: string }[] }>()
  expect(kept.items.map((item) => item.name).toSorted()).toEqual(['one.jpg', 'two.jpg'])
})
