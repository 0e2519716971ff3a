// Without a mouse: logging in, the settings, people, and the list of links.
import { PASSWORD } from '../helpers/client.ts'
import { Hands, testFull } from './hands.ts'
import { expect, FilesPage, makeLink, openAsGuest, putFile, signIn, test } from './world.ts'

test('logging in, after a wrong password', async ({ browser, door, site }) => {
  const { username } = await site.makePerson()
  const page = await openAsGuest(browser, `${door}/`, { url: 'login', locale: 'en-US', reducedMotion: 'reduce' })
  const hands = new Hands(page)
  await hands.expectOn(page.getByLabel('Username'), 'opening the page')
  await page.keyboard.type(username)
  await hands.type(page.getByLabel('Password', { exact: true }), 'not the password')
  await hands.press(page.getByRole('button', { name: 'Show password' }), 'Space')
  await hands.press(page.getByRole('button', { name: 'Log in' }))
  await expect(page.getByRole('alert')).toBeVisible()
  await hands.expectSeen('a wrong password')
  await hands.to(page.getByLabel('Password', { exact: true }), 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  await hands.expectSeen('logging in')
  await page.context().close()
})

testFull('every tab of the settings', async ({ browser, baseURL, site }) => {
  test.slow()
  const page = await signIn(browser, baseURL, await site.adminClient(), { locale: 'en-US', reducedMotion: 'reduce' })
  const hands = new Hands(page)
  await page.goto('settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  for (const [tab, title] of [
    ['Shares', /^Share management/],
    ['Global', /^Global settings/],
    ['People', /^People/],
    ['Audit', /^Audit/],
    ['Status', /^Status/],
    ['Profile', /^Profile/],
  ] as const) {
    const link = tabs.getByRole('link', { name: tab, exact: true })
    await hands.press(link)
    await expect(page).toHaveTitle(title)
    await hands.expectOn(link, `opening ${tab}`)
  }
  const exact = page.getByRole('switch', { name: 'Exact dates' })
  const before = await exact.isChecked()
  await hands.press(exact, 'Space')
  await expect(exact).toBeChecked({ checked: !before })
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await hands.expectOn(exact, 'a switch')
  await page.keyboard.press('Space')
  await expect(exact).toBeChecked({ checked: before })
  await page.context().close()
})

testFull('a person is made, changed and removed', async ({ browser, baseURL, site }) => {
  const page = await signIn(browser, baseURL, await site.adminClient(), { locale: 'en-US', reducedMotion: 'reduce' })
  const [hands, files] = [new Hands(page), new FilesPage(page)]
  const name = `kim ${Date.now().toString(36)}`
  await page.goto('settings/users')
  await hands.press(page.getByRole('link', { name: 'New person' }))
  await expect(page.getByRole('button', { name: 'Create person' })).toBeVisible()
  await hands.expectSeen('opening the form')
  await hands.type(page.getByRole('textbox', { name: 'Username' }), name)
  await hands.type(page.getByLabel('Password', { exact: true }), 'short')
  await hands.press(page.getByRole('button', { name: 'Create person' }))
  await hands.expectOn(page.getByLabel('Password', { exact: true }), 'a password that is too short')
  await hands.type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(files.toast(`${name} was added to the household`)).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await hands.expectSeen('making a person')
  await hands.press(page.getByRole('switch', { name: 'Download' }), 'Space')
  await hands.press(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await hands.expectSeen('saving')
  const remove = page.getByRole('button', { name: 'Delete…' })
  await hands.press(remove)
  await expect(files.dialog).toBeVisible()
  await hands.expectSeen('the question')
  await page.keyboard.press('Escape')
  await hands.expectOn(remove, 'closing the question')
  await page.keyboard.press('Enter')
  await hands.press(files.dialog.getByRole('button', { name: 'Delete person' }))
  await expect(files.toast(`${name} was deleted`)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/users$/)
  await hands.expectSeen('removing a person')
  await page.context().close()
})

testFull('links are extended and ended in their list', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson()
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await putFile(person, `/${name}`, name)
  await makeLink(person, '/a.txt', { expires: '1', unit: 'seconds' })
  for (const path of ['/b.txt', '/c.txt']) await makeLink(person, path)
  const page = await signIn(browser, baseURL, person, { locale: 'en-US', reducedMotion: 'reduce' })
  const [hands, files] = [new Hands(page), new FilesPage(page)]
  const extend = page.getByRole('button', { name: 'Extend the link to a.txt' })
  await expect(async () => {
    await page.goto('settings/shares')
    await expect(extend).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await hands.press(extend)
  await expect(files.dialog).toBeVisible()
  await hands.expectSeen('the dialog of an ended link')
  await page.keyboard.press('Escape')
  await hands.expectOn(extend, 'closing the dialog')
  await page.keyboard.press('Enter')
  await hands.press(files.dialog.getByRole('button', { name: 'Extend', exact: true }))
  await expect(files.dialog).toBeHidden()
  await expect(extend).toBeHidden()
  await hands.expectSeen('extending a link')
  for (const name of ['b.txt', 'c.txt', 'a.txt']) {
    await hands.press(page.getByRole('button', { name: `Stop sharing ${name}` }))
    await hands.press(files.dialog.getByRole('button', { name: 'Stop sharing' }))
    await expect(page.getByRole('button', { name: `Stop sharing ${name}` })).toBeHidden()
    await hands.expectSeen(`the end of the link to ${name}`)
  }
  await page.context().close()
})
