import { isFrom } from './key-layers.ts'

/** Characters that are being typed. */
export interface TypedAhead {
  /** Returns what was typed so far, and stops listening. */
  take(): string
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
      return text
    },
  }
}
