// Where the focus goes when what had it is gone.

/** The row of the current list that the Tab key leads to; null if there is no list. */
export const focusableRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#main [data-index][tabindex="0"]')

/** Gives the focus to a row, or else to the main part of the page, unless something has it by then. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const main = document.getElementById('main')
    // It takes the focus from here alone, not from the Tab key.
    main?.setAttribute('tabindex', '-1')
    const next = focusableRow() ?? main
    next?.focus({ preventScroll: true })
  })
}
