// WebKit as GTK has it, by WebDriver, on a screen that nobody sees.
import { Builder, Capabilities, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver'
import { type Child, startChild } from '../../scripts/lib/child.ts'
import { waitFor } from '../../scripts/lib/embedded.ts'
import type { WebKit } from '../../scripts/lib/engines.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort, isListening } from '../../scripts/lib/ports.ts'
import { type Driver, type Engine, type Key, WINDOW } from './driver.ts'

/** Starts the screen. Each tab has a browser of its own: a driver knows one at a time. */
export async function startWebKit(programs: WebKit): Promise<Engine> {
  const { screen, display } = await startScreen(programs.xvfb)
  return {
    name: 'webkit',
    open: () => openBrowser(programs, display),
    close: async () => {
      await screen.stop()
    },
  }
}

/** The server chooses the number of its display, and writes it when it is ready (Xserver(1), -displayfd). */
async function startScreen(xvfb: string): Promise<{ screen: Child; display: string }> {
  let display = ''
  const screen = await startChild('Xvfb', {
    command: xvfb,
    args: ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24'],
    onLine: (line) => {
      if (/^\d+$/.test(line)) display = `:${line}`
    },
  })
  await waitFor(screen, async () => display !== '')
  return { screen, display }
}

async function openBrowser({ driver, browser }: WebKit, display: string): Promise<Driver<WebElement>> {
  const port = await findFreePort()
  const server = await startChild('WebKitWebDriver', {
    command: driver,
    args: [`--port=${port}`],
    env: {
      ...environment(),
      DISPLAY: display,
      LANG: 'en_US.UTF-8',
      LC_ALL: '',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  })
  await waitFor(server, () => isListening(port))
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  })
  const session = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...WINDOW })
  return drive(session, server)
}

const drive = (session: WebDriver, server: Child): Driver<WebElement> => ({
  goTo: (url) => session.get(url),
  run: <T>(work: (...args: string[]) => T, ...args: string[]) =>
    session.executeAsyncScript<Awaited<T>>(answered(String(work)), ...args),
  find: (work, ...args) => session.executeScript<WebElement | null>(`return (${String(work)})(...arguments)`, ...args),
  click: (element, button) => {
    const actions = session.actions()
    return (button === 'left' ? actions.click(element) : actions.contextClick(element)).perform()
  },
  type: (text) => session.actions().sendKeys(text).perform(),
  press: async (keys) => {
    const actions = session.actions()
    for (const key of keys) actions.keyDown(codeOf(key))
    for (const key of keys.toReversed()) actions.keyUp(codeOf(key))
    await actions.perform()
  },
  setFile: (field, file) => field.sendKeys(file),
  picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
  close: async () => {
    await session.quit()
    await server.stop()
  },
})

/** A script that answers with what a function in the page returns, at once or later. */
const answered = (work: string): string =>
  `const answer = [...arguments].pop(); Promise.resolve((${work})(...[...arguments].slice(0, -1))).then(answer)`

/** WebDriver has names of its own for keys (W3C WebDriver, "Keyboard actions"). */
const CODES: Partial<Record<Key, string>> = {
  F2: Keys.F2,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Delete: Keys.DELETE,
  End: Keys.END,
  ArrowRight: Keys.ARROW_RIGHT,
  Control: Keys.CONTROL,
}
const codeOf = (key: Key): string => CODES[key] ?? key
