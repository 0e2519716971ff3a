import { PASSWORD } from '../helpers/client.ts'
import { expect, holdRequests, putFile, signIn, test } from './world.ts'

test('a person signs in on the second try', async ({ browser, baseURL, site }) => {
  const { username } = await site.makePerson()
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('#there')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/files\/#there$/)
  expect((await context.cookies()).map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
    { name: 'nido', httpOnly: true, sameSite: 'Strict' },
  ])
  await context.close()
})

test('the intro plays once per device, and the form can be used at the same time', async ({ browser, door }) => {
  const context = await browser.newContext({
    baseURL: `${door}/`,
    storageState: { cookies: [], origins: [] },
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  await page.goto('login')
  await page.getByLabel('Username').fill('ana')
  const intro = page.locator('.login video')
  await expect.poll(() => intro.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Skip intro' }).click()
  await expect(intro).toBeHidden()
  await expect(page.getByLabel('Username')).toHaveValue('ana')
  const part = page.waitForResponse(/\/Intro-[^/]+\.js$/)
  await page.reload()
  await (await part).finished()
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(intro).toBeHidden()
  await context.close()
})

test('E4: signing out ends downloads, on this page and on another one', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson()
  await putFile(person, '/a.txt', 'hello')
  const page = await signIn(browser, baseURL, person)
  const statusOf = (path: string) => page.evaluate(async (at) => (await fetch(at, { cache: 'no-store' })).status, path)
  expect(await statusOf('/api/raw/a.txt')).toBe(200)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => page.context().cookies()).toEqual([])
  expect(await statusOf('/api/raw/a.txt')).toBe(401)

  // A foreign page's script sets the cookie, although an earlier release left one that scripts cannot touch.
  const old = { name: 'auth', value: 'old.old.old', url: page.url(), httpOnly: true, sameSite: 'Strict' as const }
  await page.context().addCookies([old])
  await page.evaluate(
    async (credentials) => {
      const answer = await fetch('/api/login', { method: 'POST', body: JSON.stringify(credentials) })
      document.cookie = `auth=${await answer.text()}; Path=/; SameSite=Strict;`
    },
    { username: person.username, password: PASSWORD, recaptcha: '' },
  )
  expect(await statusOf('/api/raw/a.txt')).toBe(200)
  await page.evaluate(() => {
    document.cookie = 'auth=; Max-Age=0; Path=/; SameSite=Strict;'
  })
  expect(await statusOf('/api/raw/a.txt')).toBe(401)
  await page.context().close()
})

test('the requested address opens after signing in, and again after the session has ended', async ({
  browser,
  baseURL,
  site,
}) => {
  const person = await site.makePerson()
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  const signInHere = async () => {
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await page.goto('settings/profile')
  await signInHere()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/profile$/)
  // The session is ended elsewhere, and the page hears of it over its socket.
  ;(await person.delete('/api/sessions')).expect(204)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await signInHere()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await context.close()
})

test('the document itself asks for the folder while the scripts come, and the rows need no other answer', async ({
  page,
  files,
  folder,
  person,
}) => {
  const name = 'a (1) & b.txt'
  await putFile(person, `${folder.path}/${name}`, 'a')
  await files.open(folder.path)
  const address = page.url()
  await page.goto('about:blank')
  const letGo = await holdRequests(page, '**/static/assets/**/*.js')
  const asked: string[] = []
  // Only the first answers come: the page asks again when it hears of changes.
  await page.route(/\/api\/(?:resources|views)(?:\/|$)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (asked.includes(pathname)) return
    asked.push(pathname)
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect.poll(() => asked.length).toBe(2)
  letGo()
  await expect(files.row(name)).toBeVisible()

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await putFile(person, `${folder.path}/later.txt`, 'b')
  await page.reload()
  await expect(files.row('later.txt')).toBeVisible()
})
