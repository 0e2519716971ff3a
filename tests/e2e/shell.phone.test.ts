// The shell on a phone: opened from the menu, with what a phone's keyboard types.
import { expect, putFile, signIn, test } from './world.ts'

test('a person runs a command on a phone', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson({ commands: ['ls', 'cat'], perm: { execute: true } })
  await putFile(person, '/note.txt', 'a long line that has to be broken somewhere, because a phone is narrow\n')
  const page = await signIn(browser, baseURL, person)
  await page.getByRole('button', { name: 'More' }).first().tap()
  await page.getByRole('menuitem', { name: 'Shell' }).tap()
  const field = page.getByRole('textbox', { name: /Command line/ })
  await field.fill('cat note.txt')
  await field.press('Enter')
  await expect(page.locator('.shell .xterm-rows')).toContainText('because a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  // The stop button disappears with its command.
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  for (const button of await page.getByRole('region', { name: 'Shell' }).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Close the shell' }).tap()
  await expect(field).toHaveCount(0)
  await page.context().close()
})
