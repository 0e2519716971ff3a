import { isFrom } from './key-layers.ts'

/** Characters that are being typed. */
export interface TypedAhead {
  /** Returns what was typed so far, the first time, and stops listening. */
  take(): string
}

/**
 * Types into a field, in place of its selection. Done when the field gets the focus, because from then on it hears the
 * keys itself: any earlier or later, a letter typed in between would be lost.
 */
export function typeInto(field: HTMLInputElement, text: string): void {
  if (text === '') return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/**
 * Collects the characters that are typed from now on, for a field that is still being loaded. Nothing else gets them.
 */
export function keepTyped(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = document,
): TypedAhead {
  let text = ''
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    // What says that the field cannot be loaded has buttons.
    if (isFrom(event, 'dialog')) return
    if (event.key.length === 1) text += event.key
    else if (event.key === 'Backspace') text = text.slice(0, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  target.addEventListener('keydown', listen, { capture: true })
  return {
    take() {
      target.removeEventListener('keydown', listen, { capture: true })
      const taken = text
      text = ''
      return taken
    },
  }
}
