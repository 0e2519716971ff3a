import type { KeyboardEvent } from 'react'

/**
 * Keys that a game does not get, because the emulator keeps all others from the browser: Tab leads out of the game, and
 * Enter and the space bar press a button of the emulator that Tab has led to. For the element around the emulator.
 */
export function tabbedKeys() {
  // A button that was clicked has the focus as well, while somebody goes on playing.
  let isTabbed = false
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Tab') isTabbed = true
    const isPress = ['Enter', ' '].includes(event.key) && event.target instanceof HTMLButtonElement
    if (event.key === 'Tab' || (isPress && isTabbed)) event.stopPropagation()
  }
  return {
    onKeyDownCapture: keep,
    onKeyUpCapture: keep,
    onPointerDownCapture: () => {
      isTabbed = false
    },
  }
}
