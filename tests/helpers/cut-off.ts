// What does not fit into its place: texts, buttons and fields that are cut at a side of the page, tabs of two lines,
// and panels that scroll sideways, in any language.
import type { Page } from 'playwright'

/** Tells what is cut at this width, each in words; nothing if all fits. Texts that end in "…" count as whole. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Rounding. */
    const SLACK_PX = 1.5
    const found = new Set<string>()

    /** What holds the contents together: an element that cuts them, or a button, which they must not leave. */
    const isBox = (element: Element) =>
      getComputedStyle(element).overflowX !== 'visible' || element.matches('button, .button, .chip')

    /** Whether it scrolls, or shows by "…" or by halves of pictures that there is more. */
    const isHonest = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      return ['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || element.matches('.strip')
    }

    const isOutside = (inner: DOMRect, outer: { left: number; right: number }) =>
      inner.left < outer.left - SLACK_PX || inner.right > outer.right + SLACK_PX

    /** Looks at a text or a control, which is in `start`. */
    const look = (rect: DOMRect, start: Element, words: string) => {
      if (rect.width <= 1 || rect.height <= 1) return
      for (let box: Element | null = start; box !== null && box !== document.body; box = box.parentElement) {
        if (!isBox(box)) continue
        const outer = box.getBoundingClientRect()
        // Only for screen readers.
        if (outer.width <= 1 || isHonest(box)) return
        if (isOutside(rect, outer)) return void found.add(`“${words}” in ${nameOf(box)}`)
      }
      if (isOutside(rect, { left: 0, right: innerWidth })) found.add(`“${words}” at the side of the window`)
    }

    const nameOf = (element: Element) => [element.localName, ...element.classList].join('.')

    const isScrolled = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)

    /** Whether a label is broken, in a text of its own: a count or a hint below it is none of it. */
    const isBroken = (element: Element) => {
      const inner = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = inner.nextNode(); text !== null; text = inner.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(text)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 4) return true
      }
      return false
    }

    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

    const tooWide = document.documentElement.scrollWidth - innerWidth
    if (tooWide > 0) found.add(`the page is ${tooWide} px wider than the window`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement: parent, textContent } = text
      const words = textContent?.trim() ?? ''
      if (parent === null || words === '' || !isSeen(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      look(range.getBoundingClientRect(), parent, words.slice(0, 60))
    }
    for (const control of document.querySelectorAll('button, input, select, textarea, a.button')) {
      const words = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
      if (isSeen(control) && control.parentElement !== null)
        look(control.getBoundingClientRect(), control.parentElement, words || nameOf(control))
    }
    for (const tab of document.querySelectorAll('[role="tab"], .segmented > button, nav a, .button'))
      if (isSeen(tab) && isBroken(tab)) found.add(`“${tab.textContent?.trim() ?? ''}” has two lines`)
    const panels = 'main, .panel, .panel-body, [role="dialog"], [role="alertdialog"], .dialog > .body'
    for (const panel of document.querySelectorAll(panels))
      if (panel.clientWidth > 0 && panel.scrollWidth - panel.clientWidth > SLACK_PX && isScrolled(panel))
        found.add(`${nameOf(panel)} is ${panel.scrollWidth - panel.clientWidth} px wider than its place`)
    return [...found]
  })
}
