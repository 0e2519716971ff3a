// The page in Chromium, with much to do: how long it takes, and how much of the page moves meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { environment } from '../../scripts/lib/environment.ts'
import { signIn, withBrowserSite } from '../helpers/browser-site.ts'

/** Small files that are uploaded in one go. `FILES=50` for a quick look, `FILES=0` for none. */
const COUNTS = (environment()['FILES'] ?? '500,5000').split(',').map(Number).filter(Boolean)
const FILE_BYTES = 2_000
/** Cumulative layout shift that a person does not notice (web.dev/cls). */
const SHIFT_MAX = 0.1
const LONGEST_MS = 30 * 60_000

/** Answers false when more of the page moves than may. */
export async function benchUploads(): Promise<boolean> {
  if (COUNTS.length === 0) return true
  return withBrowserSite(async ({ nido, newPage }) => {
    console.log('\nSmall files up, in the page:')
    let isSteady = true
    for (const count of COUNTS) {
      const page = await newPage()
      await signIn(page, await nido.makePerson())
      const { seconds, shift } = await uploadMany(page, count)
      isSteady &&= shift < SHIFT_MAX
      console.log(
        `${String(count).padStart(6)} files ${seconds.toFixed(1).padStart(7)} s  ` +
          `${(count / seconds).toFixed(0).padStart(4)} a second   layout shift ${shift.toFixed(3)}` +
          `${shift < SHIFT_MAX ? '' : `, more than ${SHIFT_MAX}`}`,
      )
      await page.close()
    }
    return isSteady
  })
}

/** From the choice of the files until the page says that all are there. */
async function uploadMany(page: Page, count: number): Promise<{ seconds: number; shift: number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-bench-'))
  try {
    const files = Array.from({ length: count }, (_, index) => path.join(folder, `${index}.txt`))
    await Promise.all(files.map((file) => writeFile(file, 'x'.repeat(FILE_BYTES))))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await page.evaluate(countShifts)
    const begun = performance.now()
    await (await chooser).setFiles(files)
    await page.getByRole('heading', { name: `${count} files uploaded` }).waitFor({ timeout: LONGEST_MS })
    const seconds = (performance.now() - begun) / 1000
    return { seconds, shift: await page.evaluate(() => (globalThis as unknown as { shift: number }).shift) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs in the page. */
function countShifts(): void {
  const counted = globalThis as unknown as { shift: number }
  counted.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) counted.shift += entry.value
  }).observe({ type: 'layout-shift' })
}
