// Where the focus goes when what had it is taken away or disabled. Browsers give it to nothing then: a screen reader
// falls silent, and some begin again at the top with the next Tab.
import { keepFocus } from './focus-row.ts'
import { isByKeyboard } from './last-input.ts'

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"], [type="hidden"])'
/** Menus, dialogs and popovers of Base UI. They look after the focus themselves, also when they close. */
const POPUP = '[data-base-ui-portal]'
const LOADING = '#main[aria-busy="true"], #main [aria-busy="true"]'

/** How often it is looked at whether anything takes the focus, and how often nothing may have done so. */
const LOOK_MS = 50
const CALM_LOOKS = 3
/** After 10 s it is no longer waited for what is loading. */
const MOST_LOOKS = 200

/** What had the focus, what it is in (from the inside out), and what Tab leads to there: first what follows. */
interface Spot {
  element: Element
  around: readonly Element[]
  neighbours: readonly HTMLElement[]
}

/**
 * Gives the focus to what is beside the element that had it and is gone, once nothing else has taken it for a moment.
 * For people who use the keyboard.
 */
class FocusGuard {
  #spot: Spot | null = null
  #timer: ReturnType<typeof setInterval> | undefined
  #looks = 0
  #calm = 0

  constructor(focused: Element | null) {
    if (focused !== null && focused !== document.body) this.#spot = spotOf(focused)
  }

  readonly remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target.closest(POPUP) !== null) return
    // The main part has it only for want of anything better.
    if (target.id === 'main' && this.#isLost()) return
    this.#spot = target.id === 'main' ? null : spotOf(target)
  }

  /** Whoever clicks on nothing wants nothing to have it. */
  readonly forget = (): void =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && !this.#isLost()) this.#spot = null
    })

  readonly notice = (): void => {
    if (!this.#isLost() || this.#timer !== undefined) return
    this.#looks = 0
    this.#calm = 0
    this.#timer = setInterval(this.#look, LOOK_MS)
  }

  /** A key may be about to move it. */
  readonly wait = (): void => {
    this.#calm = 0
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #isLost(): boolean {
    return this.#spot !== null && !canTakeFocus(this.#spot.element)
  }

  readonly #look = (): void => {
    this.#looks += 1
    if (this.#spot === null || !isNowhere(this.#spot.element) || !isByKeyboard()) return this.#stop()
    const isBusy = document.querySelector(POPUP) !== null || (this.#looks < MOST_LOOKS && isLoading())
    this.#calm = isBusy ? 0 : this.#calm + 1
    if (this.#calm < CALM_LOOKS) return
    this.#stop()
    focusNear(this.#spot)
    this.#spot = null
  }
}

const isLoading = (): boolean => document.querySelector(LOADING) !== null

/** Whether nothing has the focus. Browsers take it from what is disabled only later. */
const isNowhere = (lost: Element): boolean =>
  [document.body, document.getElementById('main'), lost].includes(document.activeElement as HTMLElement | null)

const canTakeFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function spotOf(element: Element): Spot {
  // A list knows which of its rows is the next.
  if (element.closest('[data-index]') !== null) return { element, around: [], neighbours: [] }
  const main = document.getElementById('main')
  const around: Element[] = []
  for (let up = element.parentElement; up !== null && !up.contains(main); up = up.parentElement) around.push(up)
  const all = [...(around.at(-1)?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
  const at = all.indexOf(element as HTMLElement)
  return { element, around, neighbours: [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()] }
}

/** The nearest place that still has something to go to gets it: the row, the list around it, and so on outwards. */
function focusNear({ element, around, neighbours }: Spot): void {
  const free = [element as HTMLElement, ...neighbours].filter(canTakeFocus)
  const place = around.find((each) => free.some((one) => each.contains(one)))
  const next = free.find((one) => place?.contains(one) === true)
  if (next) next.focus()
  else keepFocus()
}

// It begins with its import, which no first screen needs.
const guard = new FocusGuard(document.activeElement)
document.addEventListener('focusin', guard.remember)
document.addEventListener('focusout', guard.forget)
document.addEventListener('keydown', guard.wait, true)
new MutationObserver(guard.notice).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ['disabled'],
})
