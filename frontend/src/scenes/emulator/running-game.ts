// The running emulator, as far as Nido talks to it: EmulatorJS's object, by the names that it has in version 4.2.3.

import type { Controls } from '../../stores/arcade/GameControls.ts'
import type { Machine } from '../../stores/arcade/GameSession.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What Nido uses of the emulator's object. */
export interface Emulator {
  on(event: string, listener: (told: never) => void): void
  controls: Controls
  /** Turns names of keys into their codes. */
  setupKeys(): void
  /** Shows the mapping in the emulator's own settings. */
  checkGamepadInputs(): void
  gameManager: {
    FS: {
      analyzePath(path: string): { exists: boolean }
      mkdir(path: string): void
      writeFile(path: string, bytes: Bytes): void
    }
    getSaveFilePath(): string
    loadSaveFiles(): void
    saveSaveFiles(): void
    restart(): void
    getState(): Bytes
    loadState(bytes: Bytes): void
    screenshot(): Promise<Bytes>
    simulateInput(player: number, button: number, value: number): void
  }
}

interface EmulatorWindow {
  EJS_emulator?: Emulator
}

/**
 * Calls `take` as soon as the loader has created the emulator. There is no event for that, and the emulator's first
 * events come right after it.
 */
export function whenMade(take: (emulator: Emulator) => void): void {
  let made: Emulator | undefined
  Object.defineProperty(window, 'EJS_emulator' satisfies keyof EmulatorWindow, {
    configurable: true,
    get: () => made,
    set: (emulator: Emulator) => {
      made = emulator
      take(emulator)
    },
  })
}

/** Buttons of a console and directions of its sticks. Those above are commands of the emulator. */
const BUTTONS = 24

/** The emulator as the session knows it. */
export const machineOf = (emulator: Emulator): Machine => ({
  flush: () => emulator.gameManager.saveSaveFiles(),
  playFrom: (bytes) => playFrom(emulator, bytes),
  state: () => emulator.gameManager.getState(),
  loadState: (bytes) => emulator.gameManager.loadState(bytes),
  screenshot: () => emulator.gameManager.screenshot(),
  controls: () => emulator.controls,
  release: () => {
    for (let button = 0; button < BUTTONS; button += 1) emulator.gameManager.simulateInput(0, button, 0)
  },
  playWith: (controls) => {
    emulator.controls = controls
    emulator.setupKeys()
    emulator.checkGamepadInputs()
  },
})

/** Puts a save into the place where the game has its own, and starts the game anew with it. */
function playFrom({ gameManager }: Emulator, bytes: Bytes): void {
  const { FS } = gameManager
  const path = gameManager.getSaveFilePath()
  const folders = path.split('/').slice(1, -1)
  folders.forEach((_, index) => {
    const folder = `/${folders.slice(0, index + 1).join('/')}`
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder)
  })
  FS.writeFile(path, bytes)
  gameManager.loadSaveFiles()
  gameManager.restart()
}
