// A person without a mouse: goes everywhere with Tab, and sees at each step where the focus is.
import { expect, type Locator, type Page } from '@playwright/test'
import { environment } from '../../scripts/lib/environment.ts'
import { test } from './world.ts'

/** Journeys of `make test-full` alone. */
export const testFull = environment()['NIDO_FULL'] ? test : (test.skip as unknown as typeof test)

/** More stops than any screen of these tests has. */
const MOST_STOPS = 250
/** Longer than scrolling to a stop takes. */
const SCROLLED_MS = 3_000
/** As `focusFault` says it. */
const NOWHERE = 'the focus is on nothing'

/**
 * What is wrong with the focus as it stands: it is on nothing, out of view, covered, or without a name or a mark. Null
 * if it is seen. Runs in the page.
 */
function focusFault(): string | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'the focus is on nothing'
  // A game and a page in a frame show by themselves who plays, and what fills the screen fills it.
  const isFrame = focused.matches('iframe, #game, #game *, .stage')
  const named = (focused.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
  const words = [
    focused.ariaLabel,
    ...named.map((one) => one?.textContent),
    ...('labels' in focused ? [...((focused as HTMLInputElement).labels ?? [])].map((one) => one.textContent) : []),
    focused.textContent,
    ...[...focused.querySelectorAll('img, [aria-label]')].map((one) => one.getAttribute('alt') ?? one.ariaLabel),
    focused.title,
  ]
  const word = words.map((each) => each?.trim() ?? '').find((each) => each !== '')
  const name = `${focused.tagName.toLowerCase()}.${focused.className} “${word?.slice(0, 40) ?? ''}”`
  if (word === undefined && !isFrame) return `${name} has no name`
  const style = (element: Element, part?: string) => getComputedStyle(element, part)
  const hasRing = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/\b0\)$|transparent/.test(outlineColor)
  const around: Element[] = [focused, ...focused.querySelectorAll('*')].slice(0, 20)
  for (let up = focused.parentElement; up !== null && around.length < 26; up = up.parentElement) around.push(up)
  const ringed = around.find(
    (one) => hasRing(style(one)) || ['::before', '::after'].some((part) => hasRing(style(one, part))),
  )
  // A field has its caret.
  const hasCaret = focused.matches(
    'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea, [contenteditable="true"]',
  )
  if (ringed === undefined && !hasCaret && !isFrame) return `${name} shows no focus`
  const box = (ringed ?? focused).getBoundingClientRect()
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  if (right - left < 1 || bottom - top < 1) return `${name} is out of view`
  const isSeenAt = (x: number, y: number) => {
    const there = document.elementFromPoint(x, y)
    const shown = ringed ?? focused
    return there !== null && (shown.contains(there) || there.contains(shown))
  }
  const shares = [0.5, 0.1, 0.9]
  const isSeen = shares.some((across) =>
    shares.some((down) => isSeenAt(left + (right - left) * across, top + (bottom - top) * down)),
  )
  return isSeen ? null : `${name} is covered`
}

/** Whether the focus is on a stop for the second time: on the `first` one, or on `another`. Runs in the page. */
function whereAgain(): 'first' | 'another' | null {
  const page = window as Window & { stops?: Element[] }
  const stops = (page.stops ??= [])
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return null
  const at = stops.indexOf(activeElement)
  if (at < 0) stops.push(activeElement)
  return at < 0 ? null : at === 0 ? 'first' : 'another'
}

export class Hands {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  /** Expects that the focus is seen, wherever it is. `when` is what happened before, in messages. */
  async expectSeen(when: string): Promise<void> {
    await expect.soft.poll(() => this.page.evaluate(focusFault), { message: `the focus after: ${when}` }).toBeNull()
  }

  /** Expects that something has the focus, and is seen to have it. */
  async expectOn(target: Locator, when: string): Promise<void> {
    await expect(target, when).toBeFocused()
    await this.expectSeen(when)
  }

  /** Goes to something with Tab, or backwards with Shift and Tab. What is passed on the way is seen as well. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press(key)
      // After the last stop the focus is in the browser's own bars, before it comes back.
      if ((await this.page.evaluate(focusFault)) !== NOWHERE) await this.expectSeen(key)
    }
    throw new Error(`${String(target)} is not reached with ${key}`)
  }

  /** Goes around the screen once with Tab. Answers with what is wrong with its stops. */
  async faultsOnTheWay(): Promise<string[]> {
    const faults: string[] = []
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.page.keyboard.press('Tab')
      const again = await this.page.evaluate(whereAgain)
      if (again === 'first') return faults
      const fault = await this.faultThatStays()
      if (fault !== null && fault !== NOWHERE) faults.push(fault)
      if (again === 'another') return [...faults, `Tab is kept after ${stop} stops`]
    }
    return [...faults, `Tab does not come around within ${MOST_STOPS} stops`]
  }

  /** What is wrong with the focus, once everything has scrolled to its place. */
  private async faultThatStays(): Promise<string | null> {
    let fault: string | null = null
    const look = async () => {
      fault = await this.page.evaluate(focusFault)
      return fault === null || fault === NOWHERE
    }
    await expect
      .poll(look, { timeout: SCROLLED_MS })
      .toBe(true)
      .catch(() => undefined)
    return fault
  }

  /** Goes to something, and presses a key there. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target)
    await this.page.keyboard.press(key)
  }

  /** Goes to a field, and replaces what is in it. */
  async type(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }

  /** Opens the menu of a row that has the focus, and chooses a command by its first letters. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press('Shift+F10')
    await expect(this.page.getByRole('menu')).toBeVisible()
    const item = this.page.getByRole('menuitem', { name: words }).first()
    for (let step = 0; step < 40 && !(await item.evaluate((one) => one === document.activeElement)); step += 1)
      await this.page.keyboard.press('ArrowDown')
    await this.expectOn(item, 'going through a menu')
    await this.page.keyboard.press('Enter')
  }
}
