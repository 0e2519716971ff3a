// The shell panel: commands on one's own files, beside the listing that shows their effect.
import type { Locator, Page } from '@playwright/test'
import { SHELL_COMMANDS } from '../../backend/contract/shell.ts'
import type { Client } from '../helpers/client.ts'
import { expect, FilesPage, makeFolder, putFile, signIn, test } from './world.ts'

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Shell' })
const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: /Command line/ })
/** The rendered terminal. */
const screenOf = (page: Page): Locator => panelOf(page).locator('.xterm-rows')
const type = async (page: Page, line: string) => {
  await fieldOf(page).fill(line)
  await page.keyboard.press('Enter')
}

test('a person runs commands, changes folder with them, and sees what they change', async ({
  browser,
  baseURL,
  site,
}) => {
  const person: Client = await site.makePerson({ commands: [...SHELL_COMMANDS], perm: { execute: true } })
  await makeFolder(person, '/Letters')
  await putFile(person, '/Letters/to aunt.txt', 'Dear aunt\nall is well\n')
  await putFile(person, '/Letters/odd.txt', 'a \u001b[31mred\u001b[0m \u001b]0;title\u0007word\n')
  const page = await signIn(browser, baseURL, person)
  const files = new FilesPage(page)
  await page.getByRole('button', { name: 'Shell' }).click()
  await expect(fieldOf(page)).toBeFocused()
  await expect(screenOf(page)).toContainText('Commands here work on your own files')

  await type(page, 'ls')
  await expect(screenOf(page)).toContainText('Letters/')
  // The listing follows the shell's folder.
  await type(page, 'cd Letters')
  await expect(page.getByRole('heading', { name: 'Letters' })).toBeVisible()
  await expect(fieldOf(page)).toBeFocused()
  await type(page, 'cat "to aunt.txt" | grep well > answer.txt')
  await expect(files.row('answer.txt')).toBeVisible()
  await type(page, 'cat nothing answer.txt')
  await expect(screenOf(page)).toContainText('all is well')
  await expect(screenOf(page)).toContainText('cat: nothing: no such file or folder')
  await type(page, 'cat odd.txt')
  await expect(screenOf(page)).toContainText('a red word')

  // Names are completed, and earlier lines are recalled.
  await fieldOf(page).fill('cat to')
  await page.keyboard.press('Tab')
  await expect(fieldOf(page)).toHaveValue('cat to\\ aunt.txt ')
  await page.keyboard.press('Enter')
  await expect(screenOf(page)).toContainText('Dear aunt')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(fieldOf(page)).toHaveValue('cat odd.txt')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(fieldOf(page)).toHaveValue('')

  // Shortcuts of the listing do not fire in the field.
  await fieldOf(page).fill('x')
  await page.keyboard.press('Delete')
  await expect(files.dialog).toHaveCount(0)
  await page.keyboard.press('Control+c')
  await expect(fieldOf(page)).toHaveValue('')

  await type(page, 'clear')
  await expect(screenOf(page)).not.toContainText('Dear aunt')
  await type(page, 'exit')
  await expect(panelOf(page)).toHaveCount(0)
  await page.keyboard.press('Control+`')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await page.context().close()
})

test("a long command is stopped with keys, and the panel's height can be chosen", async ({
  browser,
  baseURL,
  site,
}) => {
  const person: Client = await site.makePerson({ commands: [...SHELL_COMMANDS], perm: { execute: true } })
  await putFile(person, '/long.txt', 'a line of a long file\n'.repeat(100_000))
  const page = await signIn(browser, baseURL, person)
  await page.keyboard.press('Control+`')
  await type(page, `cat ${'long.txt '.repeat(400)}| grep nothing`)
  await expect(page.getByRole('button', { name: 'Stop (Ctrl+C)' })).toBeVisible()
  // A line entered meanwhile waits in the field, and stays there if the running command is stopped with keys.
  await type(page, 'ls')
  await expect(fieldOf(page)).toHaveValue('ls')
  await fieldOf(page).press('Control+c')
  await expect(screenOf(page)).toContainText('Stopped.')
  await expect(page.getByRole('button', { name: 'Stop (Ctrl+C)' })).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue('ls')
  await expect(screenOf(page)).not.toContainText('$ ls')
  // If the command is not stopped, the waiting line runs next.
  await type(page, `cat ${'long.txt '.repeat(20)}| grep nothing`)
  await type(page, 'pwd')
  await expect(screenOf(page)).toContainText('$ pwd')
  await expect(fieldOf(page)).toHaveValue('')

  const sash = page.getByRole('separator', { name: 'Shell height' })
  const heightOf = async () => (await panelOf(page).boundingBox())?.height ?? 0
  const before = await heightOf()
  await sash.press('ArrowDown')
  await expect.poll(heightOf).toBeLessThan(before)
  const box = await sash.boundingBox()
  if (!box) throw new Error('the edge is not on the screen')
  await page.mouse.move(box.x + 50, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 50, box.y - 60, { steps: 8 })
  await expect.poll(heightOf).toBeGreaterThan(before)
  await page.mouse.up()
  const chosen = await heightOf()
  await page.reload()
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
  await page.keyboard.press('Control+`')
  await expect.poll(heightOf).toBeCloseTo(chosen, 0)

  // The panel closes when the person signs out.
  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)
  await page.context().close()
})

test('people who may not use it do not see it, and people without commands are told so', async ({
  browser,
  baseURL,
  site,
  page,
  files,
  folder,
}) => {
  await files.open(folder.path)
  await expect(page.getByRole('button', { name: 'Shell' })).toHaveCount(0)
  await page.keyboard.press('Control+`')
  await expect(panelOf(page)).toHaveCount(0)

  const person = await site.makePerson({ perm: { execute: true } })
  const other = await signIn(browser, baseURL, person)
  await other.getByRole('button', { name: 'Shell' }).click()
  await expect(screenOf(other)).toContainText('You cannot use any commands yet')
  await type(other, 'ls')
  await expect(screenOf(other)).toContainText('Command not allowed.')
  await other.context().close()

  const admin = await site.makePerson({ perm: { admin: true, execute: true } })
  const third = await signIn(browser, baseURL, admin)
  await third.getByRole('button', { name: 'Shell' }).click()
  await expect(screenOf(third)).toContainText('You can allow yourself some in Settings › People.')
  await third.context().close()
})
