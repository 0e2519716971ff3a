// Reads gamepads (W3C Gamepad, standard mapping). Browsers have no events for their buttons, so they are read in each
// frame while one is connected.
import type { Direction } from '../../lib/nearest.ts'

const CHOOSE = 0
const DIRECTIONS: Readonly<Record<Direction, number>> = { up: 12, down: 13, left: 14, right: 15 }
/** How far a stick must lean. */
const LEANING = 0.6
/** A held direction repeats after so long. */
const REPEAT_MS = 220

export interface GamepadListener {
  onConnected(isConnected: boolean): void
  onDirection(direction: Direction): void
  onChosen(): void
}

export class GamepadReader {
  readonly #listener: GamepadListener
  readonly #ended = new AbortController()
  #frame = 0
  #isHeld = true
  #direction: Direction | null = null
  #movedAt = 0

  constructor(listener: GamepadListener) {
    this.#listener = listener
    const { signal } = this.#ended
    for (const type of ['gamepadconnected', 'gamepaddisconnected'])
      window.addEventListener(type, () => this.#begin(), { signal })
    this.#begin()
  }

  stop(): void {
    this.#ended.abort()
    cancelAnimationFrame(this.#frame)
  }

  #begin(): void {
    cancelAnimationFrame(this.#frame)
    const isConnected = padsNow().length > 0
    this.#listener.onConnected(isConnected)
    if (isConnected) this.#frame = requestAnimationFrame((now) => this.#look(now))
  }

  #look(now: number): void {
    const pads = padsNow()
    const direction = directionOf(pads)
    if (direction !== null && (direction !== this.#direction || now - this.#movedAt > REPEAT_MS)) {
      this.#listener.onDirection(direction)
      this.#movedAt = now
    }
    this.#direction = direction
    const isHeld = pads.some(({ buttons }) => buttons[CHOOSE]?.pressed === true)
    if (isHeld && !this.#isHeld) this.#listener.onChosen()
    this.#isHeld = isHeld
    this.#frame = requestAnimationFrame((next) => this.#look(next))
  }
}

// Without a permission, and in insecure contexts, a browser may lack the function or throw.
function padsNow(): Gamepad[] {
  try {
    return navigator.getGamepads().filter((pad) => pad !== null)
  } catch {
    return []
  }
}

function directionOf(pads: readonly Gamepad[]): Direction | null {
  for (const { buttons, axes } of pads) {
    const [x = 0, y = 0] = axes
    const isPressed = (direction: Direction) => buttons[DIRECTIONS[direction]]?.pressed === true
    if (isPressed('left') || x < -LEANING) return 'left'
    if (isPressed('right') || x > LEANING) return 'right'
    if (isPressed('up') || y < -LEANING) return 'up'
    if (isPressed('down') || y > LEANING) return 'down'
  }
  return null
}
