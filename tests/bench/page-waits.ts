// How long a person waits for the page: its first load over a slow line, the first opening of a dialog, and a change
// that somebody else makes.
import type { CDPSession, Page } from 'playwright'
import type { Client } from '../helpers/client.ts'
import { type BrowserSite, signIn, withBrowserSite } from '../helpers/browser-site.ts'
import { median } from './wire.ts'

/** The line of a slow phone: 1.6 Mbit/s and 150 ms to the server and back. */
export const SLOW_LINE = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }
const DIALOG_MAX_MS = 100
const CHANGE_MAX_MS = 300
const CHANGES = 11
/** Between two changes, as the page takes those that come close together as one. */
const PAUSE_MS = 2_000
/** By then the page has fetched what it fetches in idle time. */
const IDLE_MS = 5_000
const PARALLEL = 8

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const mark = (ms: number, most: number): string => (ms > most ? `, more than ${most} ms` : '')

/** What came over the line until something was to be seen. */
interface Load {
  seconds: number
  kB: number
  requests: number
}

/** Opens an address with an empty cache over a slow line; measured until what `selector` finds is to be seen. */
async function loadSlowly(page: Page, address: string, selector: string): Promise<Load> {
  const line: CDPSession = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_LINE)
  let bytes = 0
  let requests = 0
  line.on('Network.requestWillBeSent', () => (requests += 1))
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(selector).first().waitFor()
  const load = { seconds: (await page.evaluate(() => performance.now())) / 1000, kB: bytes / 1000, requests }
  await line.detach()
  return load
}

async function benchLoads({ newPage, nido }: BrowserSite, folder: Folder): Promise<void> {
  say('\nFirst load with an empty cache, 1.6 Mbit/s and 150 ms:')
  const page = await newPage()
  await signIn(page, folder.person)
  const storageState = await page.context().storageState()
  const link = (await folder.person.post(`/api/share/${folder.name}`, {})).expect(200).json<{ hash: string }>()
  await page.context().close()
  const places = [
    { name: 'login', address: 'login', selector: 'form input', options: {} },
    {
      name: 'folder of 200 files',
      address: `files/${folder.name}/`,
      selector: '[data-index="0"]',
      options: { storageState },
    },
    {
      name: 'the same by a link',
      address: `share/${link.hash}`,
      selector: '.guest [data-name]',
      options: {},
    },
  ]
  for (const { name, address, selector, options } of places) {
    const fresh = await newPage(options)
    const { seconds, kB, requests } = await loadSlowly(fresh, new URL(address, `${nido.urls[0] ?? ''}/`).href, selector)
    say(`  ${name}: ${seconds.toFixed(2)} s, ${kB.toFixed(0)} kB in ${requests} requests`)
    await fresh.context().close()
  }
}

/** From the key or button until the dialog is drawn, as the page's own clock has it. */
async function timeDialog(page: Page, open: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const shown = new Promise<number>((resolve) => {
      let begun = 0
      const begin = (): void => {
        begun ||= performance.now()
      }
      addEventListener('keydown', begin, { capture: true, once: true })
      addEventListener('click', begin, { capture: true, once: true })
      const look = (): void => {
        if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) requestAnimationFrame(look)
        else resolve(performance.now() - begun)
      }
      look()
    })
    Object.assign(window, { benchShown: shown })
  })
  await open()
  return page.evaluate(() => (window as unknown as { benchShown: Promise<number> }).benchShown)
}

/** Each dialog in a page of its own, after what is fetched when idle has come. False where one takes too long. */
async function benchDialogs({ newPage }: BrowserSite, folder: Folder): Promise<boolean> {
  say('\nFirst opening of a dialog:')
  let isQuick = true
  for (const { name, keys } of [
    { name: 'rename', keys: 'F2' },
    { name: 'help', keys: 'Shift+?' },
    { name: 'share', keys: 'Alt+l' },
    { name: 'palette', keys: 'Control+k' },
  ]) {
    const page = await newPage()
    await signIn(page, folder.person)
    await page.goto(`files/${folder.name}/`)
    await page.waitForTimeout(IDLE_MS)
    await page.locator('[data-index="0"]').click()
    const ms = await timeDialog(page, () => page.keyboard.press(keys))
    say(`  ${name}: ${ms.toFixed(0)} ms${mark(ms, DIALOG_MAX_MS)}`)
    isQuick &&= ms <= DIALOG_MAX_MS
    await page.context().close()
  }
  return isQuick
}

/** From the answer to somebody who makes a file until an open page shows it. */
async function benchChanges({ newPage }: BrowserSite, folder: Folder): Promise<boolean> {
  const page = await newPage()
  await signIn(page, folder.person)
  await page.goto(`files/${folder.name}/`)
  await page.waitForTimeout(IDLE_MS)
  const waits: number[] = []
  for (let index = 0; index < CHANGES; index += 1) {
    const name = `0 new ${index}.txt`
    await page.waitForTimeout(PAUSE_MS)
    const seen = page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor()
    ;(await folder.person.post(`/api/resources/${folder.name}/${encodeURIComponent(name)}`, 'x')).expect(200)
    const begun = performance.now()
    await seen
    waits.push(performance.now() - begun)
  }
  await page.context().close()
  const longest = Math.max(...waits)
  say(`\nA change elsewhere is seen after ${median(waits).toFixed(0)} ms, at the longest ${longest.toFixed(0)} ms`)
  return median(waits) <= CHANGE_MAX_MS
}

interface Folder {
  person: Client
  name: string
}

async function makeFolder({ nido }: BrowserSite): Promise<Folder> {
  const person = await nido.makePerson()
  const name = 'Papers'
  const names = Array.from({ length: 200 }, (_, index) => `note ${String(index).padStart(3, '0')}.txt`)
  while (names.length > 0)
    await Promise.all(
      names
        .splice(0, PARALLEL)
        .map(async (file) =>
          (await person.post(`/api/resources/${name}/${encodeURIComponent(file)}`, file)).expect(200),
        ),
    )
  return { person, name }
}

/** False when a dialog or a change takes so long that a person notices. */
export function benchWaits(): Promise<boolean> {
  return withBrowserSite(async (site) => {
    const folder = await makeFolder(site)
    await benchLoads(site, folder)
    const isQuick = await benchDialogs(site, folder)
    const isLive = await benchChanges(site, folder)
    return isQuick && isLive
  })
}
