/** Letters that somebody types. */
export interface TypedAhead {
  /** Answers what was typed so far, and hears no more. */
  take(): string
}

/**
 * Keeps the letters that are typed from now on, for a field that is still on its way: nothing else hears them.
 */
export function keepTyped(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = document,
): TypedAhead {
  let text = ''
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
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
