// Which keys and buttons a person plays with, as they have chosen in the emulator: a file beside their saves, so that
// they are the same on every device.
import { ApiError } from '../../api/http.ts'
import { encodePath } from '../../lib/paths.ts'
import type { RootStore } from '../RootStore.ts'

/** By player, then by button of the console: the key's code or name, and the name of the controller's button. */
export type Controls = Record<string, Record<string, { value?: number | string; value2?: number | string }>>

/** What a mapping has, at most: an odd file must not become part of the emulator. */
const PLAYERS = ['0', '1', '2', '3']
const BUTTONS_MAX = 64
const NAME_MAX = 32

export class GameControls {
  readonly #root: RootStore
  readonly #path: string
  /** The mapping as the server has it, as text. */
  #stored = ''
  #isStoring = false

  constructor(root: RootStore, path: string) {
    this.#root = root
    this.#path = path
  }

  /** The mapping to play with; null if the person has chosen none. If it cannot be read, the emulator has its own. */
  async open(): Promise<Controls | null> {
    try {
      const response = await this.#root.api.http.request('GET', `/api/raw${encodePath(this.#path)}`)
      if (response.status !== 200) return null
      const controls = readControls(await response.text())
      this.#stored = controls === null ? '' : JSON.stringify(controls)
      return controls
    } catch (error) {
      if (error instanceof ApiError || error instanceof SyntaxError) return null
      throw error
    }
  }

  /** The game runs with this mapping. What is not chosen by the person is not stored. */
  begin(controls: Controls): void {
    this.#stored = JSON.stringify(controls)
  }

  /** Stores a mapping if it is another one. It is tried again with the next look. */
  async store(controls: Controls): Promise<void> {
    const text = JSON.stringify(controls)
    if (text === this.#stored || this.#isStoring) return
    this.#isStoring = true
    try {
      await this.#root.api.http.request('POST', `/api/resources${encodePath(this.#path)}`, {
        query: { override: true },
        body: new Blob([text], { type: 'application/json' }),
      })
      this.#stored = text
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      this.#isStoring = false
    }
  }
}

/** Null for what is no mapping. @throws SyntaxError */
export function readControls(text: string): Controls | null {
  const told: unknown = JSON.parse(text)
  if (!isRecord(told) || !PLAYERS.every((player) => isRecord(told[player]))) return null
  return Object.fromEntries(PLAYERS.map((player) => [player, buttonsIn(told[player])]))
}

function buttonsIn(told: unknown): Controls[string] {
  const buttons = isRecord(told) ? Object.entries(told).slice(0, BUTTONS_MAX) : []
  return Object.fromEntries(
    buttons.flatMap(([button, of]) => {
      if (!/^\d{1,2}$/.test(button) || !isRecord(of)) return []
      const { value, value2 } = of
      return [[button, { ...(isName(value) ? { value } : {}), ...(isName(value2) ? { value2 } : {}) }]]
    }),
  )
}

const isRecord = (told: unknown): told is Record<string, unknown> =>
  typeof told === 'object' && told !== null && !Array.isArray(told)
const isName = (told: unknown): told is number | string =>
  typeof told === 'number' || (typeof told === 'string' && told.length <= NAME_MAX)
