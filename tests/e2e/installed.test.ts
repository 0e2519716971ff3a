// The page as an installed one: what browsers are told of it, what it shows without a connection, and how an update
// comes. Below a base path.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './own-door.ts'
import { consoleErrors, expect, putFile, signIn } from './world.ts'

/** Waits until the service worker keeps the page, with all files that the page has fetched. */
async function waitUntilKept(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return ['the worker']
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      const files = names.filter((name) => /\/static\/assets\/[^/]+-[\w-]{8}\.(?:js|json|css|woff2)$/.test(name))
      const found = await Promise.all(files.map(async (name) => ((await caches.match(name)) ? [] : [name])))
      return found.flat()
    })
  await expect.poll(missing).toEqual([])
}

/**
 * Until a new worker has taken over. If a page fetches something just then, Chromium has it wait until it stops the one
 * before, which it does after half a minute without work; but not while a debugger watches, and Playwright is one.
 */
async function waitUntilTakenOver(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const waiting = async () => {
    const isWaiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
    if (isWaiting) await session.send('ServiceWorker.stopAllWorkers')
    return isWaiting
  }
  await expect.poll(waiting).toBe(false)
  await session.detach()
}

const scriptOf = (page: Page) => page.locator('script[type="module"][src]').getAttribute('src')
const policyOf = async (page: Page, address: string) => {
  const answer = await page.goto(address)
  return { policy: answer?.headers()['content-security-policy'] ?? '', isKept: answer?.fromServiceWorker() }
}

test('a browser can install the page, with its icons, shortcuts and colours', async ({ page, door, files }) => {
  await files.open('/')
  const session = await page.context().newCDPSession(page)
  const { url, errors, data = '' } = await session.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${door}/manifest.webmanifest`, []])
  const { icons, shortcuts } = JSON.parse(data) as {
    icons: { src: string; sizes: string }[]
    shortcuts: { url: string }[]
  }
  for (const { src, sizes } of icons) {
    const { format, width, height } = await sharp(await (await page.request.get(src)).body()).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', sizes])
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  expect((await sharp(await (await page.request.get(touch ?? '')).body()).metadata()).width).toBe(180)
  for (const { url: address } of shortcuts) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(new URL(address, door).pathname)
  }
})

test("the browser's bars have the colour of the page, in the theme that was chosen", async ({ page, files }) => {
  const shown = () =>
    page.evaluate(() => {
      const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      const bar = bars.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) return null
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.background = 'var(--bg)'
      canvas.fillStyle = getComputedStyle(probe).backgroundColor
      probe.remove()
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
      const page = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      return { bar, page }
    })
  const light = { bar: ['#f5f4f0'], page: '#f5f4f0' }
  const dark = { bar: ['#12110f'], page: '#12110f' }
  await files.open('/')
  await expect.poll(shown).toEqual(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(shown).toEqual(dark)
  await page.evaluate(() => localStorage.setItem('nido-theme', 'light'))
  await page.reload()
  await expect.poll(shown).toEqual(light)
  await page.goto('settings/profile')
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(shown).toEqual(dark)
})

test('without a connection, a reload shows the page with the folders that were seen', async ({
  page,
  files,
  folder,
  person,
  house,
}) => {
  await putFile(person, `${folder.path}/boat.txt`, 'x')
  await files.open(folder.path)
  await expect(files.row('boat.txt')).toBeVisible()
  await waitUntilKept(page)
  // With a connection, each document is a new one.
  const [first, second] = [await policyOf(page, page.url()), await policyOf(page, page.url())]
  expect(first.policy).not.toBe(second.policy)
  await expect(files.row('boat.txt')).toBeVisible()
  await house.shut()
  try {
    const kept = await policyOf(page, page.url())
    await expect(files.row('boat.txt')).toBeVisible()
    await expect(page.getByText(/You are offline/)).toBeVisible()
    expect(kept.isKept).toBe(true)
    // With the policy that it came with, and a nonce that its scripts have.
    expect(kept.policy).toMatch(/^default-src 'self'; script-src 'self' 'nonce-[^']+'; .*worker-src 'self' blob:;/)
    // Another address of the page, too.
    await page.goto('calendario')
    await expect(page.getByRole('link', { name: 'My files' }).first()).toBeVisible()
    await page.goto(`files${encodeURI(folder.path)}/`)
    await expect(files.row('boat.txt')).toBeVisible()
  } finally {
    await house.open()
  }
  await expect(page.getByText(/You are offline/)).toBeHidden()
  await putFile(person, `${folder.path}/later.txt`, 'x')
  await expect(files.row('later.txt')).toBeVisible()
})

test('the worker never answers links, files, the API, or the page of a game', async ({
  page,
  files,
  person,
  house,
}) => {
  await putFile(person, '/raw.html', '<p>raw</p>')
  await files.open('/')
  await waitUntilKept(page)
  const others = ['share/none', 'api/raw/raw.html', 'dav/', 'static/img/logo', 'manifest.webmanifest', 'sw.js']
  for (const address of others) {
    // A download is none of the page's answers.
    const answer = await page.evaluate(
      async (at) => (await fetch(at, { cache: 'no-store' })).status,
      `/cloud/${address}`,
    )
    expect([address, answer > 0]).toEqual([address, true])
  }
  const game = await policyOf(page, 'arcade/emulator')
  expect(game.isKept).toBe(false)
  expect(game.policy).toMatch(/blob: 'wasm-unsafe-eval'; .*worker-src 'none'; frame-src 'none'/)
  expect((await policyOf(page, 'share/none')).isKept).toBe(false)
  await files.open('/')
  const names = await page.evaluate(async () => {
    const caching = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return caching.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(names.filter((name) => name !== '/cloud/' && !name.startsWith('/cloud/static/assets/'))).toEqual([])
  await house.shut()
  try {
    for (const address of [...others, 'arcade/emulator', 'api/resources/']) {
      const isRefused = await page.goto(address).then(
        () => false,
        () => true,
      )
      expect([address, isRefused]).toEqual([address, true])
    }
  } finally {
    await house.open()
  }
})

test('an update is said and taken, and no page is stale', async ({ page, files, house }) => {
  await files.open('/')
  await waitUntilKept(page)
  const errors = consoleErrors(page)
  const before = await scriptOf(page)
  house.upgrade()
  try {
    // An open page hears of it, when its socket is back.
    await expect(files.toast('Nido was updated')).toBeVisible()
    expect(await scriptOf(page)).toBe(before)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect.poll(() => scriptOf(page)).not.toBe(before)
    await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
    const after = (await scriptOf(page)) ?? ''
    const kept = () => page.evaluate(async () => (await caches.match('/cloud/'))?.text())
    await expect
      .poll(async () => {
        await waitUntilTakenOver(page)
        return kept()
      })
      .toContain(after)
    // What the build before had is gone.
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1)
    // The next one is there at once, though the worker is still the one before.
    house.upgrade(false)
    await page.reload()
    expect(await scriptOf(page)).toBe(before)
    await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
  } finally {
    house.upgrade(false)
  }
  expect(errors.filter((error) => !/WebSocket|ERR_|Failed to load/.test(error))).toEqual([])
})

test('signing out leaves what the browser keeps, such as drafts', async ({ browser, door, site }) => {
  const person = await site.makePerson()
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US', serviceWorkers: 'allow' })
  await waitUntilKept(page)
  await page.evaluate(() => localStorage.setItem('draft-of-a-test', 'words'))
  const wiped: string[] = []
  page.on(
    'response',
    (answer) => void wiped.push(...[answer.headers()['clear-site-data']].flatMap((word) => word ?? [])),
  )
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('draft-of-a-test'))).toBe('words')
  expect(wiped).toEqual([])
  await page.context().close()
})
