// Two texts on the narrowest phone: one below the other, with nothing cut off.
import { findCutOff } from '../helpers/cut-off.ts'
import { expect, putFile, test } from './world.ts'

test('two texts are compared in one column on a narrow phone', async ({ page, files, folder, person }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await putFile(person, `${folder.path}/new.json`, '{\n  "port": 8080,\n  "host": "a"\n}\n')
  await putFile(person, `${folder.path}/old.json`, '{\n  "port": 80,\n  "host": "a"\n}\n')
  await files.open(folder.path)
  for (const name of ['new.json', 'old.json']) {
    await files.row(name).focus()
    await page.keyboard.press(' ')
  }
  await files.choose('old.json', 'Compare')
  await expect(files.dialog.getByRole('heading', { name: 'new.json and old.json' })).toBeVisible()
  await expect(files.dialog.locator('.cm-content').first()).toContainText('8080')
  await expect(files.dialog.locator('.cm-deletedChunk')).toContainText('80')
  await expect.poll(() => findCutOff(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
