// A person without a mouse: goes everywhere with Tab, and sees at each step where the focus is.
import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen of these tests has. */
const MOST_STOPS = 250
/** As `focusFault` says it. */
const NOWHERE = 'the focus is on nothing'

/**
 * What is wrong with the focus as it stands: it is on nothing, out of view, covered, or without a mark. Null if it is
 * seen. Runs in the page.
 */
function focusFault(): string | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'the focus is on nothing'
  // A game, a page in a frame, and what fills the screen show it by themselves.
  const isFrame = focused.matches('iframe, #game, #game *, .stage')
  const name = `${focused.tagName.toLowerCase()}.${focused.className} “${
    focused.getAttribute('aria-label') ?? focused.textContent.slice(0, 40)
  }”`
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
