import { reaction } from 'mobx'
import { type RefObject, useEffect, useRef } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), summary, [tabindex]'

/** The element that had the focus, those around it from the inside out, and the place of its row among all rows. */
interface Place {
  element: Element
  around: readonly Element[]
  row: number
}

/**
 * Keeps the focus near where it was when what had it disappears or is disabled, such as the button that removes its own
 * row, or a dialog that a menu has opened. Give the element that has everything.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const { ui } = useRoot()
  const whole = useRef<T>(null)
  useEffect(() => {
    const { current } = whole
    if (current === null) return
    let last: Place | null = null
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = placeOf(target, current)
    }
    const changes = new MutationObserver(() => {
      if (last !== null && isGone(last.element) && isNowhere(last.element)) goTo(successorOf(last))
    })
    const giveBack = () => {
      if (last !== null && isNowhere(last.element)) goTo(isGone(last.element) ? successorOf(last) : last.element)
    }
    const stop = reaction(
      () => ui.dialogs.length,
      (count) => count === 0 && requestAnimationFrame(giveBack),
    )
    current.addEventListener('focusin', note)
    changes.observe(current, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      current.removeEventListener('focusin', note)
      changes.disconnect()
      stop()
    }
  }, [ui])
  return whole
}

function placeOf(element: Element, whole: Element): Place {
  const around: Element[] = []
  for (let each = element.parentElement; each !== null && whole.contains(each); each = each.parentElement)
    around.push(each)
  const row = around.find(({ tagName }) => tagName === 'LI')
  return { element, around, row: row?.parentElement ? [...row.parentElement.children].indexOf(row) : -1 }
}

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled')

/** Whether nothing else has the focus. */
const isNowhere = (element: Element): boolean =>
  document.activeElement === document.body || document.activeElement === element

const goTo = (element: Element | null): void => {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** The first thing near it that can have the focus: in its row, in the row that follows, and so on outwards. */
function successorOf({ around, row }: Place): Element | null {
  for (const each of around.filter(({ isConnected }) => isConnected)) {
    const next = each.tagName === 'UL' ? (each.children[row] ?? each.lastElementChild) : each
    const found = next?.querySelector(FOCUSABLE)
    if (found) return found
  }
  return null
}
