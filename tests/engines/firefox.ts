// Firefox, by WebDriver BiDi.
import puppeteer, { type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core'
import { type Driver, type Engine, WINDOW } from './driver.ts'

/** Starts it without a window. */
export async function startFirefox(program: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    defaultViewport: WINDOW,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 },
  })
  return {
    name: 'firefox',
    open: async () => {
      const context = await browser.createBrowserContext()
      return drive(context, await context.newPage())
    },
    close: () => browser.close(),
  }
}

const drive = (context: BrowserContext, page: Page): Driver<ElementHandle<Element>> => ({
  goTo: async (url) => {
    await page.goto(url)
  },
  run: (work, ...args) => page.evaluate(work, ...args),
  find: async (work, ...args) =>
    (await page.evaluateHandle(work, ...args)).asElement() as ElementHandle<Element> | null,
  click: (element, button) => element.click({ button }),
  type: (text) => page.keyboard.type(text),
  press: async (keys) => {
    for (const key of keys) await page.keyboard.down(key)
    for (const key of keys.toReversed()) await page.keyboard.up(key)
  },
  setFile: (field, file) => (field as ElementHandle<HTMLInputElement>).uploadFile(file),
  picture: () => page.screenshot(),
  close: () => context.close(),
})
