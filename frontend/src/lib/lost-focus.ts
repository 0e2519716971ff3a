import { keepFocus } from './focus-row.ts'

const FOCUSABLE = ':is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"])'

/**
 * When what has the focus is taken away or disabled, gives the focus to what is beside it, since the Tab key would
 * begin again at the top. Lists look after their rows themselves. Returns how to stop.
 */
export function watchLostFocus(): () => void {
  let last: Element | null = null
  /** What it is in. Once it is gone, it no longer tells. */
  let around: readonly Element[] = []
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target.closest('[data-index]') === null ? target : null
    around = ancestorsOf(target)
  }
  // Whoever clicks on nothing wants nothing to have it.
  const forget = () =>
    queueMicrotask(() => {
      if (last?.isConnected === true && document.activeElement === document.body) last = null
    })
  const observer = new MutationObserver(() => {
    if (last === null || (last.isConnected && !last.matches(':disabled'))) return
    focusNear(
      around.find((one) => one.isConnected),
      last,
    )
    last = null
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
  }
}

/** Gives the focus to the first that takes it in an element, unless something has it by then. */
function focusNear(place: Element | undefined, lost: Element): void {
  requestAnimationFrame(() => {
    // Browsers take it from what is disabled only later.
    if (![document.body, lost].includes(document.activeElement ?? lost)) return
    const isWholePage = place === undefined || place.querySelector('#main') !== null
    const all = isWholePage ? [] : [...place.querySelectorAll<HTMLElement>(FOCUSABLE)]
    const found = all.find((one) => one.checkVisibility())
    if (found) found.focus()
    else keepFocus()
  })
}

/** What an element is in, from the inside out. */
function ancestorsOf(element: Element): Element[] {
  const found: Element[] = []
  for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) found.push(up)
  return found
}
