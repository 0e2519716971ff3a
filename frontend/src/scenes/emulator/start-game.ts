// Starts the emulator. It is a program of its own (dist/emulatorjs), which reads its options from variables of the
// window, and ends only with the page.
import { romSystemOf, type RomSystem } from '../../../../backend/contract/rom-systems.ts'
import { ApiError } from '../../api/http.ts'
import { createPlacesApi } from '../../api/places.ts'
import { encodePath } from '../../lib/paths.ts'
import { fileOfRom, stemOfRom } from '../../lib/rom-paths.ts'
import type { GameSession } from '../../stores/arcade/GameSession.ts'
import type { SaveBytes } from '../../stores/arcade/GameSaves.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { type Emulator, machineOf, whenMade } from './running-game.ts'

export const PLAYER_ID = 'game'

/** Why a game does not start. */
export type StartFailure = 'missing' | 'denied' | 'noRom' | 'notInstalled' | 'blocked' | 'failed'

/** Which core plays a system, by EmulatorJS's names. */
const CORES: Record<RomSystem, string> = { gba: 'gba', gb: 'gambatte', gbc: 'gambatte', nds: 'nds' }

/** The smallest module of WebAssembly: its name and version. */
const MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/**
 * Starts a game in the element with `PLAYER_ID`. Returns why it does not start; null if it does.
 * @param path of the ROM, as the list of ROMs tells it
 */
export async function startGame(root: RootStore, path: string, game: GameSession): Promise<StartFailure | null> {
  const system = romSystemOf(path)
  if (system === null) return 'noRom'
  if (!canRun()) return reloadOnce() ? null : 'blocked'
  const url = `/api/roms${encodePath(path)}`
  const failure = await troubleWith(root, url)
  if (failure !== null) return failure
  const [save, controls] = await Promise.all([game.saves.open(), game.controls.open()])
  whenMade((emulator) => listen(emulator, game, { save, controls }))
  const { settings, session } = root
  Object.assign(window, {
    EJS_player: `#${PLAYER_ID}`,
    EJS_core: CORES[system],
    EJS_gameUrl: settings.BaseURL + url,
    EJS_gameName: stemOfRom(path),
    // Settings and keys of the emulator are those of this person.
    EJS_gameID: session.user?.id ?? 1,
    EJS_pathtodata: `${settings.BaseURL}/emulatorjs/data/`,
    EJS_startOnLoaded: true,
    EJS_language: 'en-US',
    EJS_disableAutoLang: false,
    EJS_disableDatabases: true,
    EJS_threads: false,
    EJS_defaultOptions: { 'virtual-gamepad': 'enabled' },
    EJS_onGameStart: () => {
      void createPlacesApi(root.api.http)
        .noteOpened(fileOfRom(path))
        .catch(() => undefined)
    },
  })
  return (await addScript(`${settings.BaseURL}/emulatorjs/data/loader.js`)) ? null : 'notInstalled'
}

/** Ties the emulator to the session. The loader offers no names for these events, so it is asked itself. */
function listen(emulator: Emulator, game: GameSession, found: Parameters<GameSession['begin']>[1]): void {
  emulator.on('start', () => {
    // The emulator takes only clicks for it. Whoever has left it with Tab comes back with Tab.
    document.getElementById(PLAYER_ID)?.setAttribute('tabindex', '0')
    game.begin(machineOf(emulator), found)
  })
  emulator.on('saveSaveFiles', (bytes: SaveBytes | null) => game.noteSave(bytes))
  emulator.on('saveState', () => void game.attempt(() => game.saveState()))
  emulator.on('loadState', () => game.setPanelOpen(true))
}

/** Whether the policy of this document lets WebAssembly run. Only that of the page of a game does. */
function canRun(): boolean {
  try {
    return new WebAssembly.Module(MODULE) instanceof WebAssembly.Module
  } catch {
    return false
  }
}

/** After signing in, the document has the policy of another page and has to be loaded again. Returns whether it is. */
function reloadOnce(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation?.name.split('#')[0] === location.href.split('#')[0]) return false
  location.reload()
  return true
}

async function troubleWith({ api }: RootStore, url: string): Promise<StartFailure | null> {
  try {
    return (await api.http.request('HEAD', url)).status === 202 ? 'denied' : null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) return 'missing'
    return error.status === 403 ? 'denied' : 'failed'
  }
}

function addScript(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => resolve(false))
    document.body.append(script)
  })
}
