// Checks by the rules of axe what accessibility.test.ts does not come by: questions, the other dialogs, and what floats
// above a screen. After each of them the focus is on something.
import type { Locator, Page } from '@playwright/test'
import { SHELL_COMMANDS } from '../../backend/contract/shell.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { expectAccessible, expectFocus } from './axe.ts'
import { expect, FilesPage, makeLink, openAsGuest, putFile, signIn, test } from './world.ts'

/** Checks the open dialog, and closes it with Escape. */
async function checkDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  await expect(dialog.getByRole('heading').first()).toBeVisible()
  await expectAccessible(page, name)
  const before = await page.getByRole('dialog').count()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(Math.max(0, before - 1))
  await expectFocus(page, name)
}

test('what the files ask', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  await putFile(person, `${folder.path}/in/b.txt`, 'b')
  await files.open(folder.path)
  await files.choose('in', 'Download')
  await checkDialog(page, 'a download')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New file' }).click()
  await checkDialog(page, 'a new file')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expectAccessible(page, 'the start of a search')
  await page.keyboard.type('nothing has this name')
  await expect(page.getByText(/^No matching names/).first()).toBeVisible()
  await expectAccessible(page, 'a search without results')
})

test('a delete without a trash', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  // As on a storage without versions.
  await page.route(`**/files/**`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"RetentionDays":\d+/, '"RetentionDays":-1')
    await route.fulfill({ response, body })
  })
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('Delete')
  await checkDialog(page, 'a delete for good')
  await expect(files.row('a.txt')).toBeVisible()
})

test('what the trash and the links ask', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/gone.txt`, 'x')
  ;(await person.delete(`/api/resources/${encodeURIComponent(folder.name)}/gone.txt`)).expect(204)
  await page.goto('trash')
  await files.row('gone.txt').first().click()
  await page.keyboard.press('Delete')
  await checkDialog(page, 'a purge')
  await page.getByRole('button', { name: 'Empty trash', exact: true }).click()
  await checkDialog(page, 'whether to empty the trash')

  await putFile(person, `${folder.path}/${folder.name}.txt`, 'A')
  await makeLink(person, `${folder.path}/${folder.name}.txt`)
  await makeLink(person, folder.path, { expires: '1', unit: 'seconds' })
  const ended = page.getByRole('button', { name: `Extend the link to ${folder.name}` })
  await expect(async () => {
    await page.goto('settings/shares')
    await expect(ended).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await ended.click()
  await checkDialog(page, 'an extended link')
  await page.getByRole('button', { name: `Stop sharing ${folder.name}.txt` }).click()
  await checkDialog(page, 'the end of a link')
  await files.open(folder.path)
  await files.choose(`${folder.name}.txt`, 'Share')
  await expect(files.dialog.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
  await checkDialog(page, 'a shared file')
})

test('what the uploads ask', async ({ page, files, folder }) => {
  const gate = Promise.withResolvers<void>()
  await page.route(/override=/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await files.open(folder.path)
  await (
    await files.openChooser('Upload files')
  ).setFiles(['a.txt', 'b.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await expect(files.tray.getByRole('listitem')).toHaveCount(2)
  await files.tray.getByRole('button', { name: 'Abort uploads…' }).click()
  await checkDialog(page, 'whether to abort')
  gate.resolve()
  await expect(files.row('b.txt')).toBeVisible()
})

test('what the settings ask', async ({ browser, baseURL, site }) => {
  const other = await site.makePerson()
  const admin = await site.adminClient()
  const page = await signIn(browser, baseURL, admin, { locale: 'en-US', reducedMotion: 'reduce' })
  await page.goto('settings/users')
  await page.getByRole('link', { name: other.username, exact: true }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await checkDialog(page, 'a person who is deleted')
  await page.getByRole('textbox', { name: 'Username' }).fill('another')
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await checkDialog(page, 'unsaved changes')
  await page.context().close()
})

test('the shell', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson({ commands: [...SHELL_COMMANDS], perm: { execute: true } })
  const page = await signIn(browser, baseURL, person, { locale: 'en-US', reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Shell' }).click()
  await expect(page.getByRole('textbox', { name: /Command line/ })).toBeFocused()
  await expect(page.locator('.xterm-rows')).toContainText('Commands here work on your own files')
  await expectAccessible(page, 'the shell')
  await page.context().close()
})

test('the stage with what has no viewer, and with a slideshow', async ({ page, files, folder, person }) => {
  for (const name of ['p.png', 'q.png']) await putFile(person, `${folder.path}/${name}`, pngPicture(2))
  await putFile(person, `${folder.path}/thing.bin`, Buffer.from([0, 1, 2]))
  await files.open(folder.path)
  await files.row('thing.bin').dblclick()
  await expect(page.getByRole('heading', { name: 'thing.bin' }).first()).toBeVisible()
  await expectAccessible(page, 'a file without a viewer')
  await page.keyboard.press('Escape')
  await files.row('p.png').dblclick()
  await page.getByRole('button', { name: 'Slideshow (S)' }).click()
  await expect(page.getByRole('group', { name: 'Slideshow' })).toBeVisible()
  await expectAccessible(page, 'a slideshow')
})

test('failures', async ({ browser, baseURL, page, person }) => {
  for (const address of ['403', '500', 'files/nowhere/', 'files/nothing.txt']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page, address)
  }
  const guest = await openAsGuest(browser, baseURL, { url: 'login', locale: 'en-US', reducedMotion: 'reduce' })
  await guest.getByLabel('Username').fill(person.username)
  await guest.getByLabel('Password', { exact: true }).fill('wrong')
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('alert')).toBeVisible()
  await expectAccessible(guest, 'a failed login')
  await expectFocus(guest, 'a failed login')
  await guest.context().close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the bars, the drawer and the sheets', async ({ browser, baseURL, page, files, folder, person }) => {
    await putFile(person, `${folder.path}/a.txt`, 'a')
    await putFile(person, `${folder.path}/p.png`, pngPicture(2))
    const bar = page.locator('.bottombar')
    const sheet = async (opener: Locator, name: string) => {
      await opener.click()
      await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible()
      await expectAccessible(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0)
      await expectFocus(page, name)
    }
    await files.open(folder.path)
    await expect(bar).toBeVisible()
    await expectAccessible(page, 'a folder on a phone')
    await sheet(bar.getByRole('button').first(), 'what is added on a phone')
    await sheet(bar.locator('[aria-haspopup="dialog"]'), 'the drawer')
    // The entry of the menu that opened the dialog is gone when it closes.
    await files.row('a.txt').getByRole('button', { name: 'Actions for a.txt' }).tap()
    await page.getByRole('menuitem', { name: 'Rename' }).tap()
    await checkDialog(page, 'a rename on a phone')
    await files.row('a.txt').click({ delay: 700 })
    await expect(files.row('a.txt')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, 'a selection on a phone')
    const { hash } = await makeLink(person, folder.path)
    for (const address of [`share/${hash}/`, `share/${hash}/p.png`]) {
      const guest = await openAsGuest(browser, baseURL, { url: address, locale: 'en-US', reducedMotion: 'reduce' })
      await expect(guest.getByRole('heading').first()).toBeVisible()
      await expectAccessible(guest, `${address} for a guest`)
      if (address.endsWith('.png')) {
        await expect(guest.getByRole('dialog', { name: 'p.png' })).toBeVisible()
        await expectAccessible(guest, 'a picture for a guest')
      }
      await guest.context().close()
    }
  })
})

test('a toast', async ({ page, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  const files = new FilesPage(page)
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('Delete')
  await expect(files.toast(/a\.txt/)).toBeVisible()
  await expectAccessible(page, 'a toast')
})

test('a toast above a dialog covers nothing of it', async ({ page, files, folder, person }) => {
  for (const name of ['a.txt', 'b.txt']) await putFile(person, `${folder.path}/${name}`, 'a')
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('Delete')
  await expect(files.toast(/a\.txt/)).toBeVisible()
  await files.row('b.txt').click()
  await page.keyboard.press('F2')
  await expect(files.dialog).toBeVisible()
  const [toast, dialog] = [await page.locator('.toast').boundingBox(), await files.dialog.boundingBox()]
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(dialog?.y ?? 0)
})
