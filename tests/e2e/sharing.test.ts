// Links: created in the dialog, managed in the list, and opened by guests in their own browser.
import { readFile } from 'node:fs/promises'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { encodePath } from '../helpers/client.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { expect, makeFolder, makeLink, openAsGuest, putFile, test } from './world.ts'

test('a person shares a folder, a guest browses and downloads, and the link follows the folder until it ends', async ({
  browser,
  baseURL,
  page,
  context,
  files,
  folder,
  person,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const box = `${folder.path}/Summer`
  await putFile(person, `${box}/notes.txt`, 'Bring the tent.')
  for (const number of [1, 2]) await putFile(person, `${box}/photo ${number}.png`, pngPicture(number))
  await putFile(person, `${box}/Deeper/inside.txt`, 'inside')
  await files.open(folder.path)
  await files.choose('Summer', 'Share')
  await expect(files.dialog.getByRole('heading', { name: 'Share “Summer”' })).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Create link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(files.dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Copy again' })).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(/\/share\/[\w-]{16}$/)
  await files.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(files.row('Summer').getByTitle('Shared with a link')).toBeVisible()
  await files.row('Summer').click()
  await page.keyboard.press('Alt+i')
  const panel = page.getByRole('complementary', { name: 'Info' })
  await expect(panel.getByRole('heading', { name: 'Links 1' })).toBeVisible()
  await expect(panel.getByRole('link', { name: /^View link/ })).toHaveAttribute('href', url)
  await panel.getByRole('button', { name: 'New link' }).click()
  await expect(files.dialog.getByRole('heading', { name: 'Share “Summer”' })).toBeVisible()
  await page.keyboard.press('Escape')

  const guest = await openAsGuest(browser, baseURL, { url })
  await expect(guest.getByRole('heading', { name: 'Summer' })).toBeVisible()
  await expect(guest).toHaveTitle(/^Summer · /)
  await expect(guest.getByText('4 items')).toBeVisible()
  // At least half of the files are pictures, so they show as a gallery.
  await expect(guest.locator('.gallery img')).toHaveCount(2)
  await guest.getByRole('link', { name: /^notes\.txt/ }).click()
  await expect(guest.getByLabel('Contents of notes.txt')).toHaveText('Bring the tent.')
  await expect(guest).toHaveURL(/\/notes\.txt$/)
  await guest.reload()
  await expect(guest.getByLabel('Contents of notes.txt')).toHaveText('Bring the tent.')
  await guest.keyboard.press('Escape')
  await expect(guest.getByRole('link', { name: /^notes\.txt/ })).toBeFocused()
  await guest.locator('.gallery a').first().click()
  await expect(guest.getByRole('heading', { name: 'photo 1.png' })).toBeVisible()
  await guest.keyboard.press('ArrowRight')
  await expect(guest.getByRole('heading', { name: 'photo 2.png' })).toBeVisible()
  await guest.goBack()
  await guest.getByRole('link', { name: /^Deeper/ }).click()
  await expect(guest.getByRole('heading', { name: 'Deeper' })).toBeVisible()
  await guest.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Summer' }).click()

  await guest.getByRole('button', { name: 'Select' }).click()
  await guest.getByRole('checkbox', { name: /^notes\.txt/ }).check()
  await guest.getByRole('checkbox', { name: 'photo 1.png' }).check()
  await expect(guest.getByText('2 selected')).toBeVisible()
  const saving = guest.waitForEvent('download')
  await guest.getByRole('toolbar').getByRole('link', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('_Summer.zip')
  for (const found of Object.values(unpackWithTools(await readFile(await saved.path()), 'zip')))
    expect(Object.keys(found)).toEqual(['notes.txt', 'photo 1.png'])

  ;(
    await person.patch(
      `/api/resources${encodePath(box)}?action=rename` +
        `&destination=${encodeURIComponent(encodePath(`${folder.path}/Winter`))}`,
    )
  ).expect(200)
  await guest.goto(url)
  await expect(guest.getByRole('heading', { name: 'Winter' })).toBeVisible()

  await files.open(folder.path)
  const mark = files.row('Winter').getByTitle('Shared with a link')
  await expect(mark).toBeVisible()
  await files.choose('Winter', 'Share')
  await files.dialog.getByRole('button', { name: 'Stop sharing' }).click()
  const question = page.getByRole('dialog', { name: 'Stop sharing “Winter” with this link?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(files.toast('Link deleted')).toBeVisible()
  await expect(mark).toBeHidden()
  await expect(files.dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await guest.context().close()
})

test('a guest is asked for the password, and a wrong one is refused at once', async ({
  browser,
  baseURL,
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/letter.txt`, 'Dear all')
  await files.open(folder.path)
  await files.choose('letter.txt', 'Share')
  await files.dialog.getByRole('button', { name: 'Custom' }).click()
  await files.dialog.getByLabel('Expires after').fill('2.5')
  await expect(files.dialog.getByText('Enter a whole number')).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Create link' })).toBeDisabled()
  await files.dialog.getByLabel('Expires after').fill('2')
  await files.dialog.getByLabel('Unit').selectOption('days')
  await files.dialog.getByLabel('Password', { exact: true }).fill('sesame')
  await files.dialog.getByLabel('Downloads').fill('3')
  await page.keyboard.press('Enter')
  await expect(files.dialog.getByText('in 2 days')).toBeVisible()
  await expect(files.dialog.getByText('0 of 3', { exact: true })).toBeVisible()
  const [link] = (await person.get(`/api/share${encodePath(`${folder.path}/letter.txt`)}`))
    .expect(200)
    .json<ShareLink[]>()

  const guest = await openAsGuest(browser, baseURL, { url: `share/${link?.hash}` })
  await expect(guest.getByRole('heading', { name: 'This link has a password' })).toBeVisible()
  await expect(guest.getByLabel('Password', { exact: true })).toBeFocused()
  expect(await guest.content()).not.toContain('letter')
  await guest.keyboard.type('wrong')
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('alert')).toContainText('Wrong password')
  await guest.keyboard.type('sesame')
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('heading', { name: 'letter.txt' })).toBeVisible()
  await expect(guest.getByLabel('Contents of letter.txt')).toHaveText('Dear all')
  const saving = guest.waitForEvent('download')
  await guest.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await saving).suggestedFilename()).toBe('letter.txt')
  await guest.context().close()

  // The owner is a guest on that page, too, and stays signed in. From a file on the stage its links are one button
  // away.
  await page.goto(`share/${link?.hash}`)
  await expect(page.getByRole('heading', { name: 'This link has a password' })).toBeVisible()
  await page.goto(`files${encodePath(`${folder.path}/letter.txt`)}`)
  await page.getByRole('main', { name: 'letter.txt' }).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(files.dialog.getByText('1 of 3', { exact: true })).toBeVisible()
  await files.dialog.locator('summary', { hasText: 'Password' }).click()
  await files.dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(files.dialog.getByText('Saved')).toBeVisible()
  await expect(files.dialog.locator('summary', { hasText: 'Password' })).toContainText('none')
})

test('the list has all links: a person copies, extends and ends them there', async ({
  page,
  context,
  files,
  folder,
  person,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await putFile(person, `${folder.path}/${folder.name}.txt`, 'A')
  const [running, ended] = [
    await makeLink(person, `${folder.path}/${folder.name}.txt`),
    await makeLink(person, folder.path, { expires: '1', unit: 'seconds' }),
  ]
  await files.open('/')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Shares', exact: true }).click()
  await expect(page).toHaveTitle(/^Share management · /)
  const row = page.getByRole('row').filter({ hasText: `${folder.name}.txt` })
  await row.getByRole('button', { name: `Copy the link to ${folder.name}.txt` }).click()
  await expect(files.toast('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(running.hash)

  const past = page
    .getByRole('table', { name: 'Ended in the last 30 days' })
    .getByRole('row')
    .filter({ hasText: folder.name })
  await expect(async () => {
    await page.reload()
    await expect(past).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await past.getByRole('button', { name: `Extend the link to ${folder.name}` }).click()
  await expect(files.dialog.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(files.toast('The link works again')).toBeVisible()
  await expect(past).toBeHidden()
  ;(await person.signedOut().get(`/api/public/share/${ended.hash}`)).expect(200)

  await row.getByRole('button', { name: `Stop sharing ${folder.name}.txt` }).click()
  await files.dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: `Show ${folder.name} in my files` }).click()
  await expect(page.getByRole('heading', { name: folder.name })).toBeVisible()
})

test('S23: names that hold markup are shown as text, and nothing in them runs', async ({
  browser,
  baseURL,
  folder,
  person,
}) => {
  const names = ['<img src=x onerror="document.title=1">.txt', '</title><script>document.title=1</script>.txt']
  for (const name of names) await putFile(person, `${folder.path}/<b>box<‌b>/${name.replaceAll('/', '∕')}`, name)
  const { hash } = await makeLink(person, `${folder.path}/<b>box<‌b>`)
  const guest = await openAsGuest(browser, baseURL, { url: 'share/nosuchhash000000' })
  const troubles: string[] = []
  guest.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) troubles.push(message.text())
  })
  await guest.goto(`share/${hash}`)
  await expect(guest.getByRole('heading', { name: '<b>box<‌b>' })).toBeVisible()
  await guest.getByRole('link', { name: /^<img src=x onerror/ }).click()
  await expect(guest.locator('pre')).toHaveText(names[0] ?? '')
  await expect(guest).toHaveTitle(/^<img src=x/)
  expect(troubles).toEqual([])
  await guest.context().close()
})

test('an empty folder, a missing part of one, and more than a hundred things', async ({
  browser,
  baseURL,
  folder,
  person,
}) => {
  await makeFolder(person, `${folder.path}/Empty`)
  await mapParallel(
    Array.from({ length: 105 }, (_, index) => index),
    8,
    (index) => putFile(person, `${folder.path}/Many/${String(index).padStart(3, '0')}.txt`, 'x'),
  )
  const [empty, many] = [await makeLink(person, `${folder.path}/Empty`), await makeLink(person, `${folder.path}/Many`)]
  const guest = await openAsGuest(browser, baseURL, { url: `share/${empty.hash}` })
  await expect(guest.getByText('This folder is empty')).toBeVisible()
  await guest.goto(`share/${many.hash}/none.txt`)
  await expect(guest.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await guest.getByRole('link', { name: 'Back to the shared folder' }).click()
  await expect(guest.getByRole('link', { name: /^099\.txt/ })).toBeVisible()
  await expect(guest.getByRole('link', { name: /^100\.txt/ })).toBeHidden()
  await guest.getByRole('button', { name: 'Show 5 more' }).click()
  await expect(guest.getByRole('link', { name: /^104\.txt/ })).toBeVisible()
  await guest.context().close()
})

test('a link gets a usual time, a generated password, a message and a picture of its code', async ({
  page,
  context,
  files,
  folder,
  person,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await putFile(person, `${folder.path}/plan.txt`, 'Bring the tent.')
  await files.open(folder.path)
  await files.choose('plan.txt', 'Share')
  await files.dialog.getByRole('button', { name: '7 days' }).click()
  await files.dialog.getByRole('button', { name: 'Generate password' }).click()
  await expect(files.toast('Password copied')).toBeVisible()
  const password = await clipboard()
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  await expect(files.dialog.getByLabel('Password', { exact: true })).toHaveValue(password)
  // A toast must not cover the buttons.
  await files.dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(files.dialog.getByText('in 7 days')).toBeVisible()
  const address = files.dialog.locator('.address')
  await expect(address).toBeVisible()
  expect((await address.boundingBox())?.height).toBeLessThan(30)
  await files.dialog.getByRole('button', { name: 'Copy message' }).click()
  await expect
    .poll(clipboard)
    .toMatch(/^I have shared “plan\.txt” with you: http.*\nThe link works until .*\nYou need a password/)

  for (const ending of ['PNG', 'SVG']) {
    await files.dialog.getByRole('button', { name: 'Save QR code' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Save as ${ending}` }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`plan.txt QR.${ending.toLowerCase()}`)
    const bytes = await readFile(await saved.path())
    if (ending === 'PNG') expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    else expect(bytes.toString()).toMatch(/^<svg [^]*<path d="M/)
  }

  await files.dialog.locator('summary', { hasText: 'Expires' }).click()
  await files.dialog.getByRole('button', { name: '30 days' }).click()
  await files.dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(files.dialog.getByText('in 30 days')).toBeVisible()
  await files.dialog.getByRole('button', { name: 'New link' }).click()
  await expect(files.dialog.getByRole('button', { name: 'Create link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(files.dialog.getByRole('heading', { name: 'One more link' })).toBeVisible()
  await files.dialog.getByRole('button', { name: /^Copy download link \S+/ }).click()
  await expect.poll(clipboard).toContain('/api/public/dl/')
})
