// Where the focus goes when what had it is gone.

/** The row of the current list that the Tab key leads to; null if there is no list. */
export const focusableRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#main [data-index][tabindex="0"]')

/** Gives the focus to a row, or else to the main part of the page, unless something has it by then. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) (focusableRow() ?? focusableMain())?.focus({ preventScroll: true })
  })
}

/** The main part of the page. It takes the focus from here alone, not from the Tab key. */
function focusableMain(): HTMLElement | null {
  const main = document.getElementById('main')
  main?.setAttribute('tabindex', '-1')
  return main
}
