// The games that a person may see, and their bytes.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Rom } from '../../../contract/arcade.ts'
import { PREVIEW_WIDTHS } from '../../../contract/previews.ts'
import { NO_TIME } from '../../../contract/resources.ts'
import { can } from '../../../contract/rights.ts'
import {
  ARCADE_FOLDER,
  COVER_ENDINGS,
  ROM_MAX_BYTES,
  romSystemOf,
  type RomSystem,
} from '../../../contract/rom-systems.ts'
import { AppError, nullIfNotFound } from '../../lib/app-error.ts'
import { joinedVersion } from '../../lib/joined-version.ts'
import { sortInTurns } from '../../lib/sort-in-turns.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { childOf, encodePath, extensionOf, nameOf, parseUserPath, type UserPath } from '../../storage/paths.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { OpenedArchives } from '../archives/opened/service.ts'
import type { Download, Files } from '../files/service.ts'
import type { Tree } from '../tree/service.ts'
import { byNaturalOrder } from '../tree/sorting.ts'
import type { FoundPath, TreeQuery } from '../tree/walking.ts'
import { Covers, isCover } from './covers.ts'
import { stemOf, titleOf } from './rom-names.ts'
import type { ZippedRoms } from './zipped-roms.ts'

export interface Arcade {
  /** The ROMs of a system, by title. */
  list(actor: Actor, system: RomSystem): Promise<RomList>
  /** The version that `list` would tell now, if all zips could be read; null where nobody knows. */
  versionOf(actor: Actor, system: RomSystem): Promise<string | null>
  /**
   * A ROM, or one in a zip by a path that leads into the zip.
   * @throws AppError as `Files.open` and `OpenedArchives.open`; `notFound` for what is no ROM by its name
   */
  open(actor: Actor, path: UserPath, signal: AbortSignal): Promise<Download>
}

export interface ArcadeOptions {
  access: Pick<Access, 'authorize' | 'permits'>
  tree: Pick<Tree, 'find' | 'isKnownFree' | 'listingVersion' | 'named'>
  files: Pick<Files, 'open'>
  openedArchives: Pick<OpenedArchives, 'open'>
  zippedRoms: Pick<ZippedRoms, 'look'>
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
}

export interface RomList {
  roms: Rom[]
  /** How many zips are left out because they could not be read yet. */
  unread: number
  /** Another one once anything else is told; null where nobody knows, or zips are left out. */
  version: string | null
}

/** A ROM that was found: a file, or one in a zip. */
interface Found {
  path: UserPath
  size: number
  modified: Date | null
  cover: FoundPath['path'] | undefined
}

/** What is in one of the folders of a system; `unread` and `version` as those of the list. */
interface FoundRoms extends Omit<RomList, 'roms'> {
  found: readonly Found[]
}

/** The version of a folder that is not there, whoever looks. */
const NOTHING_THERE = 'none'

/** A list as it was last told. */
interface Told {
  found: readonly Found[]
  roms: Rom[]
}
/** Lists are kept until they have so many ROMs in all. */
const KEPT_ROMS = 50_000

const isSame = (one: Found, other: Found | undefined): boolean =>
  one.path === other?.path &&
  one.size === other.size &&
  one.cover === other.cover &&
  one.modified?.getTime() === other.modified?.getTime()

const ZIP = '.zip'
const isZip = (name: string): boolean => name.toLowerCase().endsWith(ZIP)
/** Covers are as sharp as this on any screen. */
const COVER_WIDTH = PREVIEW_WIDTHS[1]

export class HouseArcade implements Arcade {
  readonly #options: ArcadeOptions
  /** By person and system. Titles and order take longer than finding the files, which seldom change. */
  readonly #told = new LRUCache<string, Told>({
    maxSize: KEPT_ROMS,
    sizeCalculation: ({ roms }) => roms.length + 1,
  })

  constructor(options: ArcadeOptions) {
    this.#options = options
  }

  async list(actor: Actor, system: RomSystem): Promise<RomList> {
    const lists: FoundRoms[] = []
    for (const folder of this.#foldersOf(actor, system)) lists.push(await this.#findWithVersion(actor, folder, system))
    const roms = await this.#inOrder(
      `${actor.userId} ${system}`,
      lists.flatMap(({ found }) => found),
    )
    const unread = lists.reduce((sum, list) => sum + list.unread, 0)
    return { roms, unread, version: joinedVersion(...lists.map(({ version }) => version)) }
  }

  async versionOf(actor: Actor, system: RomSystem): Promise<string | null> {
    const folders = this.#foldersOf(actor, system)
    return joinedVersion(...(await Promise.all(folders.map((folder) => this.#versionOfFolder(actor, folder)))))
  }

  async #versionOfFolder(actor: Actor, folder: UserPath): Promise<string | null> {
    const { access, tree } = this.#options
    if (!access.permits(actor, folder)) return null
    const version = await tree.listingVersion(actor, folder)
    return version ?? ((await tree.isKnownFree(actor, folder)) ? NOTHING_THERE : null)
  }

  #foldersOf(actor: Actor, system: RomSystem): UserPath[] {
    const { shared, own } = this.#options.tree.named(actor, `${ARCADE_FOLDER}/${system}`)
    return [shared, own].filter((folder) => folder !== null)
  }

  /** What was found, by title. */
  async #inOrder(list: string, found: readonly Found[]): Promise<Rom[]> {
    const told = this.#told.get(list)
    if (told?.found.length === found.length && found.every((one, at) => isSame(one, told.found[at]))) return told.roms
    const presented = await mapYielding(found, (one) => this.#present(one))
    const roms = await sortInTurns(presented, (a, b) => byNaturalOrder(a.name, b.name))
    this.#told.set(list, { found, roms })
    return roms
  }

  async open(actor: Actor, path: UserPath, signal: AbortSignal): Promise<Download> {
    this.#options.access.authorize(actor, 'download', path)
    if (romSystemOf(nameOf(path)) === null) throw noRom()
    const file = await nullIfNotFound(this.#options.files.open(actor, path))
    if (file !== null) return file
    const segments = path.split('/')
    const cut = segments.findIndex(isZip) + 1
    if (cut === 0) throw noRom()
    const zip = parseUserPath(segments.slice(0, cut).join('/'))
    return this.#options.openedArchives.open(actor, zip, { entry: segments.slice(cut).join('/'), signal })
  }

  async #findWithVersion(actor: Actor, folder: UserPath, system: RomSystem): Promise<FoundRoms> {
    const version = await this.#versionOfFolder(actor, folder)
    const some = await this.#find(actor, folder, system)
    // What changed meanwhile may be told in part, and what is unread changes without any change of a file.
    const isSame = some.unread === 0 && version === (await this.#versionOfFolder(actor, folder))
    // A folder that came and went again has the same version as none.
    const isTold = isSame && (version !== NOTHING_THERE || some.found.length === 0)
    return { ...some, version: isTold ? version : null }
  }

  async #find(actor: Actor, folder: UserPath, system: RomSystem): Promise<Omit<FoundRoms, 'version'>> {
    const covers = new Covers(folder)
    const roms: FoundPath[] = []
    const zips: FoundPath[] = []
    for await (const entry of this.#options.tree.find(actor, folder, queryOf(system))) {
      if (isCover(entry.path)) covers.add(entry.path)
      else (isZip(entry.path) ? zips : roms).push(entry)
    }
    const plain = roms.map(({ path, size, modified }): Found => ({ path, size, modified, cover: covers.of(path) }))
    const zipped = can(actor, 'download') ? await this.#options.zippedRoms.look(actor, zips) : []
    const inZips = zips.flatMap(({ path, modified }, at): Found[] => {
      const rom = zipped[at]
      if (rom?.system !== system) return []
      return [{ path: childOf(path, rom.entry), size: rom.size, modified, cover: covers.of(path) }]
    })
    return { found: [...plain, ...inZips], unread: zipped.filter((rom) => rom === undefined).length }
  }

  #present({ path, size, modified, cover }: Found): Rom {
    return {
      id: hash('sha256', path, 'base64url').slice(0, 16),
      path,
      cover: cover === undefined ? '' : this.#coverUrl(cover),
      ...titleOf(stemOf(nameOf(path))),
      size,
      modified: modified?.toISOString() ?? NO_TIME,
    }
  }

  #coverUrl(path: UserPath): string {
    const query = `inline=true&render=true&fit=inside&width=${COVER_WIDTH}`
    return `${this.#options.baseUrl}/api/preview/thumb${encodePath(path)}?${query}`
  }
}

/** ROMs, and what may hold one or be its cover. */
function queryOf(system: RomSystem): TreeQuery {
  const ending = `.${system}`
  return {
    terms: [ending, ZIP, ...COVER_ENDINGS.map((one) => `.${one}`)],
    fits: ({ kind, relative, size }) => {
      const name = nameOf(relative)
      const isRom = extensionOf(name).toLowerCase() === ending && size > 0 && size <= ROM_MAX_BYTES
      return kind === 'file' && (isRom || isZip(name) || isCover(name))
    },
  }
}

const noRom = () => new AppError('notFound', 'no ROM is at that path')
