// The page with a PDF of 500 pages: the first page, a jump, scrolling, memory.
import { execFileSync } from 'node:child_process'
import type { Browser, Page } from 'playwright'
import { pdfBook } from '../helpers/documents.ts'
import { type BrowserSite, signIn, withBrowserSite } from '../helpers/browser-site.ts'

const PAGES = 500
const LINES = 50
const TARGET = 400
/** Longer than this a person waits for the first page of a document. */
const FIRST_MAX_MS = 1_500
/** How much more memory a second way through the same pages may take. */
const GROWTH_MAX = 1.25
const KIB_PER_MIB = 1024

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Until a page of the document is drawn and its text can be selected, in milliseconds of the page's own clock. */
function drawn(page: Page, number: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const shown = document.querySelector(`.page[data-page-number="${wanted}"]`)
          if (shown?.querySelector('canvas') && shown.querySelector('.textLayer')?.textContent)
            resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    number,
  )
}

/** From what `act` does until a page is drawn. */
async function timed(page: Page, number: number, act: () => Promise<void>): Promise<number> {
  const begun = await page.evaluate(() => performance.now())
  await act()
  return (await drawn(page, number)) - begun
}

/** Scrolls by whole pages, one a frame. */
function scrollThrough(page: Page, to: number): Promise<void> {
  return page.evaluate(async (last) => {
    const scroller = document.querySelector('.paper-scroller')
    for (let number = 1; number <= last; number += 1) {
      const shown = document.querySelector<HTMLElement>(`.page[data-page-number="${number}"]`)
      scroller?.scrollTo({ top: shown?.offsetTop ?? 0 })
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
  }, to)
}

/** Resident MiB of the browser's largest process of pages. */
async function memoryOf(browser: Browser, page: Page): Promise<number> {
  const own = await page.context().newCDPSession(page)
  await own.send('HeapProfiler.collectGarbage')
  await own.detach()
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => String(id))
  const told = execFileSync('ps', ['-o', 'rss=', '-p', pids.join(',')]).toString()
  return Math.round(Math.max(...told.trim().split(/\s+/).map(Number)) / KIB_PER_MIB)
}

async function openPapers({ nido, newPage }: BrowserSite): Promise<Page> {
  const person = await nido.makePerson()
  ;(await person.post('/api/resources/Papers/long.pdf', pdfBook(PAGES, LINES))).expect(200)
  ;(await person.post('/api/resources/Papers/short.pdf', pdfBook(5))).expect(200)
  const page = await newPage()
  await signIn(page, person)
  await page.goto('files/Papers/')
  // The first document brings the scripts of all of them.
  await page.getByRole('row', { name: /^short\.pdf/ }).dblclick()
  await drawn(page, 1)
  await page.keyboard.press('Escape')
  await page.locator('.pdfViewer').waitFor({ state: 'detached' })
  return page
}

/** False if the first page comes late, or if memory grows with every page that was looked at. */
export function benchPapers(): Promise<boolean> {
  return withBrowserSite(async (site) => {
    const page = await openPapers(site)
    const before = await memoryOf(site.browser, page)
    const firstMs = await timed(page, 1, () => page.getByRole('row', { name: /^long\.pdf/ }).dblclick())
    const opened = await memoryOf(site.browser, page)
    const number = page.getByRole('textbox', { name: 'Page number' })
    const goTo = async (wanted: number): Promise<void> => {
      await number.fill(String(wanted))
      await number.press('Enter')
    }
    const jumpMs = await timed(page, TARGET, () => goTo(TARGET))
    const memory: number[] = []
    for (let times = 0; times < 3; times += 1) {
      await timed(page, 1, () => goTo(1))
      await scrollThrough(page, TARGET)
      await drawn(page, TARGET)
      memory.push(await memoryOf(site.browser, page))
    }
    const [once = 0] = memory
    const last = memory.at(-1) ?? 0
    const isQuick = firstMs <= FIRST_MAX_MS
    const isBounded = last <= once * GROWTH_MAX
    say(`\nA PDF of ${PAGES} pages: the first one after ${firstMs.toFixed(0)} ms${isQuick ? '' : ', too late'}`)
    say(
      `  page ${TARGET} after ${jumpMs.toFixed(0)} ms; the page holds ${before} MiB before, ${opened} MiB with it, and`,
    )
    say(`  after scrolling to page ${TARGET} three times ${memory.join(', ')} MiB${isBounded ? '' : ', which grows'}`)
    return isQuick && isBounded
  })
}
