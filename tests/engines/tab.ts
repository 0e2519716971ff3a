// A person in front of a browser: looks for things until they are there, and uses them.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { happens } from '../helpers/until.ts'
import type { Seen } from './by.ts'
import type { Click, Driver, Engine, Key } from './driver.ts'

const PICTURES = path.join(import.meta.dirname, '..', '..', 'test-results', 'engines')

export class Tab {
  readonly #driver: Driver
  readonly #engine: string
  readonly #door: string

  private constructor(driver: Driver, engine: string, door: string) {
    this.#driver = driver
    this.#engine = engine
    this.#door = door
  }

  /** @param door the address of Nido */
  static async start(engine: Engine, door: string): Promise<Tab> {
    return new Tab(await engine.open(), engine.name, door)
  }

  /** @param address below Nido's, or a whole one */
  go(address: string): Promise<void> {
    return this.#driver.goTo(new URL(address, `${this.#door}/`).href)
  }

  /** Waits until it can be seen. */
  async see(what: Seen): Promise<void> {
    await this.#found(what)
  }

  /** Waits until nothing of it can be seen. */
  miss(what: Seen): Promise<void> {
    return this.#until(async () => (await this.#look(what)) === null, `${what} is gone`)
  }

  /** Clicks as soon as it can be seen. What is drawn anew in this moment is looked for again. */
  async click(what: Seen, button: Click = 'left'): Promise<void> {
    let failure: unknown
    const isClicked = async () => {
      const element = await this.#look(what)
      if (element === null) return false
      return this.#driver.click(element, button).then(
        () => true,
        (error: unknown) => {
          failure = error
          return false
        },
      )
    }
    await this.#until(isClicked, `${what} is clicked`).catch((error: unknown) => {
      throw failure ?? error
    })
  }

  /** Opens a row. By key: on a slow machine two clicks are not always a double click. */
  async open(row: Seen): Promise<void> {
    await this.click(row)
    await this.press('Enter')
  }

  /** Replaces what is in a field. */
  async fill(field: Seen, text: string): Promise<void> {
    await this.click(field)
    await this.press('Control', 'a')
    await this.type(text)
  }

  type(text: string): Promise<void> {
    return this.#driver.type(text)
  }

  press(...keys: Key[]): Promise<void> {
    return this.#driver.press(keys)
  }

  /** Chooses a file where a click opens the browser's own window for it. */
  async chooseFile(what: Seen, file: string): Promise<void> {
    await this.run(keepChooserShut)
    await this.click(what)
    const isChosen = async () => {
      const field = await this.#driver.find(() => document.querySelector('input[type="file"]'))
      if (field !== null) await this.#driver.setFile(field, file)
      return field !== null
    }
    await this.#until(isChosen, `${file} is chosen`)
  }

  /** Runs a function in the page, which may know nothing but its arguments. */
  run<T>(work: (...args: string[]) => T, ...args: string[]): Promise<Awaited<T>> {
    return this.#driver.run(work, ...args)
  }

  /** Writes a picture of the page into test-results, for whoever looks at it. */
  async picture(name: string): Promise<void> {
    await this.run(drawn)
    await mkdir(PICTURES, { recursive: true })
    await writeFile(path.join(PICTURES, `${this.#engine}-${name}.png`), await this.#driver.picture())
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  #look(what: Seen): Promise<unknown> {
    return this.#driver.find(firstVisible, what)
  }

  async #found(what: Seen): Promise<void> {
    await this.#until(async () => (await this.#look(what)) !== null, `${what} is seen`)
  }

  /** What cannot be asked while a page is being left is asked again. */
  async #until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
    await happens(() => isTrue().catch(() => false), what).catch(async (error: unknown) => {
      await this.picture('failure').catch(() => undefined)
      throw error
    })
  }
}

/** Runs in the page. Without a screen, the window for choosing files counts as cancelled before it can be answered. */
function keepChooserShut(): void {
  const click = HTMLInputElement.prototype.click
  HTMLInputElement.prototype.click = function clickUnlessFile() {
    if (this.type !== 'file') click.call(this)
  }
}

/** Runs in the page: waits until what is there now has been drawn. */
function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** Runs in the page: the first element of an XPath that can be seen. */
function firstVisible(what = ''): Element | null {
  const found = document.evaluate(what, document, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE)
  for (let node = found.iterateNext(); node !== null; node = found.iterateNext())
    if (node instanceof Element && node.checkVisibility({ visibilityProperty: true })) return node
  return null
}
