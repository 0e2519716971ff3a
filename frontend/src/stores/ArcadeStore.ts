// The games that the person may see, and those among them that are favourites or were played last.
import { makeAutoObservable, when } from 'mobx'
import type { Rom } from '../../../backend/contract/arcade.ts'
import { fold } from '../../../backend/contract/fold.ts'
import { ARCADE_FOLDER, ROM_SYSTEMS, type RomSystem } from '../../../backend/contract/rom-systems.ts'
import { createArcadeApi } from '../api/arcade.ts'
import { Throttle } from '../lib/throttle.ts'
import { segmentsOf } from '../lib/paths.ts'
import { fileOfRom } from '../lib/rom-paths.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import { favouritesOf, openedOf } from './PlaceListStore.ts'
import type { RootStore } from './RootStore.ts'

export interface Game extends Rom {
  system: RomSystem
  /** The file of the ROM: itself, or the zip that it is in. */
  file: string
}

const SOON_MS = 300
const PAUSE_MS = 2_000
/** How many games were played last. */
const RECENT_MAX = 12

export class ArcadeStore implements Store {
  readonly content = new Latest<readonly Game[]>()
  /** What is looked for. */
  query = ''
  readonly #root: RootStore
  readonly #looks: Throttle
  #isShown = false
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#looks = new Throttle(
      async () => {
        await when(() => root.live.isVisible)
        await this.#load()
      },
      () => PAUSE_MS,
    )
    makeAutoObservable(this, { content: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  forget(): void {
    this.#looks.stop()
    this.#blank()
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.content.state
  }

  get games(): readonly Game[] {
    return this.content.value ?? []
  }

  /** Systems with games, and theirs. */
  get shelves(): { system: RomSystem; games: readonly Game[] }[] {
    return ROM_SYSTEMS.map((system) => ({ system, games: this.games.filter((game) => game.system === system) })).filter(
      ({ games }) => games.length > 0,
    )
  }

  /** The games whose title has all words that are looked for. */
  get found(): readonly Game[] {
    const words = fold(this.query).split(/\s+/).filter(Boolean)
    return this.games.filter(({ name, about }) => {
      const title = fold(`${name} ${about}`)
      return words.every((word) => title.includes(word))
    })
  }

  /** Games by their files, in the order of these. */
  #ofFiles(files: readonly string[]): Game[] {
    const byFile = new Map(this.games.map((game) => [game.file, game]))
    return files.flatMap((file) => byFile.get(file) ?? [])
  }

  get favourites(): readonly Game[] {
    return this.#ofFiles(favouritesOf(this.#root).sorted.map(({ path }) => path))
  }

  /** The games that were played last, the latest first. */
  get recent(): readonly Game[] {
    return this.#ofFiles(openedOf(this.#root).sorted.map(({ path }) => path)).slice(0, RECENT_MAX)
  }

  setQuery(query: string): void {
    this.query = query
  }

  /** Fetches the games as long as they are shown. Returns a function that ends it. */
  show(): () => void {
    this.#isShown = true
    void this.#load()
    void favouritesOf(this.#root).load()
    void openedOf(this.#root).load()
    return () => {
      this.#isShown = false
    }
  }

  /** Something has changed in a folder, or somewhere below it. */
  noteChange(folder: string): void {
    const isConcerned = segmentsOf(folder).slice(0, 2).includes(ARCADE_FOLDER) || segmentsOf(folder).length < 2
    if (this.#isShown && isConcerned) this.#looks.ask(SOON_MS)
  }

  async refresh(): Promise<void> {
    if (this.#isShown) await this.#load()
  }

  async #load(): Promise<void> {
    const { roms } = createArcadeApi(this.#root.api.http)
    let unread = 0
    await this.content.load(
      async () => {
        const failures: unknown[] = []
        const lists = ROM_SYSTEMS.map(async (system) => {
          try {
            const list = await roms(system)
            unread += list.unread
            return list.roms.map((rom): Game => ({ ...rom, system, file: fileOfRom(rom.path) }))
          } catch (error) {
            // One system that fails does not take the others away.
            console.error(`the ROMs of ${system} could not be listed`, error)
            failures.push(error)
            return []
          }
        })
        const games = (await Promise.all(lists)).flat()
        if (failures.length === ROM_SYSTEMS.length) throw failures[0]
        return games
      },
      { isQuiet: true },
    )
    if (unread > 0 && this.#isShown) this.#looks.ask(PAUSE_MS)
  }
}

export const arcadeOf = (root: RootStore): ArcadeStore => (root.later.arcade ??= new ArcadeStore(root))
