// The file list on a phone: by touch, with sheets, and nothing cut off.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pngPicture } from '../helpers/real-files.ts'
import { expect, makeFolder, putFile, test } from './world.ts'

test('a person uploads, looks, moves and deletes with a thumb', async ({ page, files, folder, person }) => {
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-small-'))
  await writeFile(path.join(base, 'photo.png'), pngPicture(5))
  await makeFolder(person, `${folder.path}/Album`)
  try {
    await files.open(folder.path)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'New or upload' }).tap()
    await page.getByRole('menuitem', { name: 'Upload files' }).tap()
    await (await chooser).setFiles(path.join(base, 'photo.png'))
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible()
    const sheet = await files.tray.boundingBox()
    expect([sheet?.x, sheet?.width]).toEqual([0, 390])
    await files.tray.getByRole('button', { name: 'Close' }).tap()

    await files.row('photo.png').tap()
    await expect(page.getByRole('img', { name: 'photo.png' })).toBeVisible()
    await page.getByRole('button', { name: /^Back to the folder/ }).tap()

    await expect(files.row('photo.png')).toHaveAttribute('aria-selected', 'false')
    await files.row('photo.png').getByRole('button', { name: 'Actions for photo.png' }).tap()
    await page.getByRole('menuitem', { name: 'Move to…' }).tap()
    await files.dialog.getByRole('treeitem', { name: 'Album' }).tap()
    await files.dialog.getByRole('button', { name: 'Move here' }).tap()
    await expect(files.toast('Moved “photo.png” to “Album”')).toBeVisible()
    await expect(files.row('photo.png')).toBeHidden()
  } finally {
    await rm(base, { recursive: true })
  }
})

test('no screen is wider than the phone, and touch targets are large enough', async ({
  page,
  files,
  folder,
  person,
}) => {
  const name = 'a very long name that goes on and on and on and never seems to end at all, really.txt'
  await putFile(person, `${folder.path}/${name}`, 'x')
  await files.open(folder.path)
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await isTooWide()).toBe(false)
  await files
    .row(name)
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Rename' }).tap()
  await expect(files.dialog).toBeVisible()
  expect(await isTooWide()).toBe(false)
  for (const button of await files.dialog.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await files.dialog.getByRole('button', { name: 'Cancel' }).tap()
  await expect(files.row(name)).toHaveAttribute('aria-selected', 'false')
  const middle = await page.getByRole('button', { name: 'New or upload' }).boundingBox()
  expect(Math.abs((middle?.x ?? 0) + (middle?.width ?? 0) / 2 - 195)).toBeLessThan(2)
})
