// The page with long folders, in each of its views: the first row, scrolling, dragging the bar, memory. The listing is
// made up where the browser asks for it, since what the server takes for it is measured elsewhere (names.ts).
import type { Page } from 'playwright'
import type { FolderResource, Item } from '../../backend/contract/resources.ts'
import type { Client } from '../helpers/client.ts'
import { type BrowserSite, signIn, withBrowserSite } from '../helpers/browser-site.ts'

const COUNTS = [10_000, 100_000]
const VIEWS = ['list', 'mosaic', 'mosaic gallery'] as const
const JUMPS = 100
const STEPS = 200
const STEP_PX = 120
const MIB = 1024 ** 2
/** People notice tasks that take longer than this. */
const LONG_TASK_MS = 50

/** The figures of one folder in one view. */
interface Figures {
  firstRowMs: number
  /** Tasks over 50 ms of processor time, and the longest task, while a wheel scrolls and while the bar is dragged. */
  scrolling: LongTasks
  dragging: LongTasks
  /** How often a place in view had no row. */
  blanks: number
  heapMiB: number
}
interface LongTasks {
  count: number
  longestMs: number
}

function itemOf(index: number): Item {
  const name = `IMG ${String(index).padStart(6, '0')}.jpg`
  return {
    path: `/long/${name}`,
    name,
    size: 1_000_000 + index,
    extension: '.jpg',
    modified: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
    mode: 416,
    isDir: false,
    isSymlink: false,
    type: 'image',
    resolution: { width: [1500, 800, 1920][index % 3] ?? 1500, height: 1080 },
  }
}

/** The listing of a made-up folder `/long` of so many pictures. */
export function folderOf(count: number): FolderResource {
  return {
    ...itemOf(0),
    path: '/long',
    name: 'long',
    extension: '',
    isDir: true,
    type: '',
    items: Array.from({ length: count }, (_, index) => itemOf(index)),
    numDirs: 0,
    numFiles: count,
    sorting: { by: 'name', asc: false },
  }
}

/** A page of a signed-in person. Its folder `/long` does not exist on the server. */
async function openPage({ newPage }: BrowserSite, person: Client): Promise<Page> {
  const page = await newPage()
  await signIn(page, person)
  // Pictures are the server's work, too.
  await page.route('**/api/preview/**', (route) => route.fulfill({ status: 415 }))
  return page
}

/** What Chromium's trace says of a task. Times are in microseconds; `tdur` is processor time. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/**
 * Does something while the browser records the tasks of the page's main thread. They are measured by processor time,
 * which other load on the machine does not change.
 */
async function countingTasks(page: Page, work: () => Promise<void>): Promise<LongTasks> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const durations = traceEvents
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
  if (durations.length === 0) throw new Error('the trace has no tasks')
  const long = durations.filter((duration) => duration > LONG_TASK_MS)
  return { count: long.length, longestMs: Math.round(Math.max(...durations)) }
}

/** Scrolls in steps or jumps, one per frame. Returns how often the middle of the view had no item. */
function scroll(page: Page, { times, step }: { times: number; step: number | 'jump' }): Promise<number> {
  return page.evaluate(
    async ({ times, step }) => {
      const scroller = document.querySelector('#main .panel-body')
      if (scroller === null) throw new Error('nothing scrolls')
      const { left, top, width, height } = scroller.getBoundingClientRect()
      let blanks = 0
      for (let at = 0; at < times; at += 1) {
        const whole = scroller.scrollHeight - scroller.clientHeight
        scroller.scrollTop = step === 'jump' ? (whole * ((at * 37) % times)) / times : scroller.scrollTop + step
        await new Promise((resolve) => {
          requestAnimationFrame(resolve)
        })
        // Between two items there is a gap, so several places across are looked at.
        const places = [0.2, 0.5, 0.8].flatMap((down) =>
          [0.15, 0.35, 0.6].map((across) => document.elementFromPoint(left + width * across, top + height * down)),
        )
        if (places.every((place) => place?.closest('[data-index]') === null)) blanks += 1
      }
      return blanks
    },
    { times, step },
  )
}

async function measure(page: Page, person: Client, { count, view }: { count: number; view: string }): Promise<Figures> {
  const folder = folderOf(count)
  await page.unroute('**/api/resources/long')
  await page.route('**/api/resources/long', (route) => route.fulfill({ json: folder }))
  const look = { mode: view, tile: 280, group: 'none', sorting: { by: 'name', asc: false }, foldersFirst: true }
  ;(await person.put('/api/views/long', look)).expect(204)
  await page.goto('files/long/')
  await page.locator('[data-index="0"]').waitFor()
  const firstRowMs = Math.round(await page.evaluate(() => performance.now()))
  await page.locator('.view-tools button').first().waitFor()
  let blanks = 0
  const scrolling = await countingTasks(page, async () => {
    blanks += await scroll(page, { times: STEPS, step: STEP_PX })
  })
  const dragging = await countingTasks(page, async () => {
    blanks += await scroll(page, { times: JUMPS, step: 'jump' })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return { firstRowMs, scrolling, dragging, blanks, heapMiB: Math.round(usedSize / MIB) }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const told = ({ count, longestMs }: LongTasks): string =>
  `${count === 0 ? 'no task' : `${count} tasks`} over 50 ms, the longest ${longestMs} ms`

/** Opens long folders in a browser; false if a place in view stayed empty. */
export function benchFolders(): Promise<boolean> {
  return withBrowserSite(async (site) => {
    const person = await site.nido.makePerson()
    const page = await openPage(site, person)
    let isWhole = true
    say('')
    for (const count of COUNTS) {
      for (const view of VIEWS) {
        const figures = await measure(page, person, { count, view })
        const { firstRowMs, scrolling, dragging, blanks, heapMiB } = figures
        say(`${count.toLocaleString('en')} files, ${view}: first row after ${firstRowMs} ms, ${heapMiB} MiB`)
        say(`  scrolling: ${told(scrolling)}; dragging the bar: ${told(dragging)}; blank: ${blanks}`)
        isWhole &&= blanks === 0
      }
    }
    return isWhole
  })
}
