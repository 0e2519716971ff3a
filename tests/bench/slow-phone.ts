// The page on a slow phone: a processor that takes four times as long, 1.6 Mbit/s and 150 ms to the server and back.
// Measures the first row with an empty cache, and for somebody who comes every day; and how long a tap or a key waits
// until the page has drawn what it does (interaction to next paint) in a listing of 10,000.
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { type BrowserSite, signIn, withBrowserSite } from '../helpers/browser-site.ts'
import type { Client } from '../helpers/client.ts'
import { folderOf } from './long-folders.ts'
import { SLOW_LINE } from './page-waits.ts'
import { median } from './wire.ts'

const SLOWER = 4
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const COLD_MAX_MS = 3_000
const WARM_MAX_MS = 1_000
const INTERACTION_MAX_MS = 200
const COUNT = 10_000
const FILES = 100
const ROUNDS = 3
/** By then the service worker keeps the page, and the browser the compiled scripts: Chromium stores them this late. */
const EARLIER_VISITS = 4
const IDLE_MS = 5_000
/** Nobody is quicker than this with the next tap. */
const THOUGHT_MS = 500

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const told = (name: string, ms: number, most: number): string =>
  `  ${name}: ${ms.toFixed(0)} ms${ms > most ? `, more than ${most} ms` : ''}`

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return session
}

/** From the navigation until the first row is drawn, as the page's own clock has it. */
async function timeFirstRow(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(() => {
    const look = (): void => {
      const row = document.querySelector('[data-index="0"]')
      if (row === null) requestAnimationFrame(look)
      else Object.assign(window, { benchFirstRow: performance.now() })
    }
    requestAnimationFrame(look)
  })
  await page.goto(address, { waitUntil: 'commit' })
  const time = await page.waitForFunction(() => (window as unknown as { benchFirstRow?: number }).benchFirstRow)
  const ms = (await time.jsonValue()) ?? Number.NaN
  await page.close()
  return ms
}

/** A visit over a good line that ends when the page has fetched what it fetches in idle time. */
async function visit(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('[data-index="0"]').waitFor()
  await page.waitForTimeout(IDLE_MS)
  await page.close()
}

/** The longest of some interactions in a long listing, each as the browser measures it. */
async function timeInteractions(site: BrowserSite, person: Client): Promise<number> {
  const page = await site.newPage(PHONE)
  await signIn(page, person)
  const folder = folderOf(COUNT)
  await page.route('**/api/resources/long', (route) => route.fulfill({ json: folder }))
  await page.route('**/api/preview/**', (route) => route.fulfill({ status: 415 }))
  await page.goto('files/long/')
  const row = (index: number) => page.locator(`[data-index="${index}"]`)
  await row(0).waitFor()
  // By then the page has fetched what it fetches in idle time.
  await page.waitForTimeout(IDLE_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(() => {
    const waits: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId !== 0) waits.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    Object.assign(window, { benchWaits: waits })
  })
  await row(2).focus()
  const keys = ['ArrowDown', 'ArrowDown', 'PageDown', 'PageDown', 'End', 'Home', ' ', 'Shift+ArrowDown', 'Escape']
  const press = (key: string) => () => page.keyboard.press(key)
  const interactions = [
    ...keys.map(press),
    () => row(1).getByRole('button').last().tap(),
    () => page.getByRole('menu').waitFor(),
    press('Escape'),
    () => page.locator('.panel-head [aria-haspopup="dialog"]').last().tap(),
    press('Escape'),
  ]
  for (const interact of interactions) {
    await interact()
    await page.waitForTimeout(THOUGHT_MS)
  }
  const waits = await page.evaluate(() => (window as unknown as { benchWaits: number[] }).benchWaits)
  if (waits.length === 0) throw new Error('the browser has measured no interaction')
  await page.context().close()
  return Math.max(...waits)
}

async function makeFiles(person: Client): Promise<void> {
  for (let index = 0; index < FILES; index += 1)
    (await person.post(`/api/resources/Papers/${index}.txt`, 'x')).expect(200)
}

/** False where somebody with a slow phone waits longer than the page's goals allow. */
export function benchPhone(): Promise<boolean> {
  return withBrowserSite(async (site) => {
    const person = await site.nido.makePerson()
    await makeFiles(person)
    const [cold, warm, interactions]: number[][] = [[], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const signedIn = await site.newPage(PHONE)
      await signIn(signedIn, person)
      const storageState = await signedIn.context().storageState()
      await signedIn.context().close()
      const context = await site.newContext({ ...PHONE, storageState })
      cold?.push(await timeFirstRow(context, 'files/Papers/'))
      for (let count = 0; count < EARLIER_VISITS; count += 1) await visit(context, 'files/Papers/')
      warm?.push(await timeFirstRow(context, 'files/Papers/'))
      await context.close()
      interactions?.push(await timeInteractions(site, person))
    }
    const results = [
      { name: 'first row with an empty cache', ms: median(cold ?? []), most: COLD_MAX_MS },
      { name: 'first row on a later visit', ms: median(warm ?? []), most: WARM_MAX_MS },
      { name: 'the longest interaction in 10,000 entries', ms: median(interactions ?? []), most: INTERACTION_MAX_MS },
    ]
    say('\nA slow phone, median of three rounds:')
    for (const { name, ms, most } of results) say(told(name, ms, most))
    return results.every(({ ms, most }) => ms <= most)
  })
}
