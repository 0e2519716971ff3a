import { type RefObject, useEffect, useState } from 'react'
import { DIRECTION_OF_KEY, type Direction, nearestIn } from '../../lib/nearest.ts'
import { isTyping } from '../../lib/typing.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { GamepadReader } from './gamepad.ts'

/** What arrows and gamepads go to. */
const TARGETS = '.play'

/** Lets arrows and gamepads move the focus among the games. Returns whether a gamepad is connected. */
export function useDirections(ground: RefObject<HTMLElement | null>): boolean {
  const [hasGamepad, setGamepad] = useState(false)
  useKeyLayer({ layer: 'list', hearsFields: true, handle: (event) => handleKey(ground.current, event) })
  useEffect(() => {
    const gamepad = new GamepadReader({
      onConnected: setGamepad,
      onDirection: (direction) => moveFocus(ground.current, direction),
      // A browser opens no tab for a gamepad, so the game comes in this one.
      onChosen: () => {
        const chosen = document.activeElement
        if (chosen instanceof HTMLAnchorElement && chosen.matches(TARGETS)) location.assign(chosen.href)
      },
    })
    return () => gamepad.stop()
  }, [ground])
  return hasGamepad
}

/** Returns whether a key has moved the focus. */
function handleKey(ground: HTMLElement | null, event: KeyboardEvent): boolean {
  const direction = DIRECTION_OF_KEY[event.key]
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  // In the field, only a way down leads to the games.
  if (direction === undefined || !isPlain || (isTyping(event) && direction !== 'down')) return false
  return ground?.contains(event.target as Node) === true && moveFocus(ground, direction)
}

/** Moves the focus to the next game in a direction. Returns whether there is one. */
function moveFocus(ground: HTMLElement | null, direction: Direction): boolean {
  const targets = [...(ground?.querySelectorAll<HTMLElement>(TARGETS) ?? [])]
  const from = document.activeElement
  const isInside = from !== null && ground?.contains(from) === true
  const to = isInside
    ? targets[
        nearestIn(
          targets.map((target) => target.getBoundingClientRect()),
          from.getBoundingClientRect(),
          direction,
        )
      ]
    : targets[0]
  if (to === undefined || to === from) return false
  to.focus({ preventScroll: true })
  to.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
