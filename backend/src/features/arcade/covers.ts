// Finds the covers of ROMs among the pictures that lie around them.
import { COVER_ENDINGS } from '../../../contract/rom-systems.ts'
import { extensionOf, nameOf, type UserPath } from '../../storage/paths.ts'
import { stemOf, withoutBrackets } from './rom-names.ts'

/** Folders of covers, beside a ROM or in the folder of its system. libretro-thumbnails has `Named_Boxarts`. */
const FOLDERS = ['', 'covers/', 'media/', 'Named_Boxarts/']
/** Characters that libretro-thumbnails writes as `_`. */
const REPLACED = /[&*/:`<>?\\|]/g

const ENDINGS: ReadonlySet<string> = new Set(COVER_ENDINGS)
export const isCover = (name: string): boolean => ENDINGS.has(extensionOf(name).slice(1).toLowerCase())

const keyOf = (stem: string): string => stem.replaceAll(REPLACED, '_').toLowerCase()
const folderAround = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The pictures below the folder of a system. */
export class Covers {
  /** Folder → name → picture. */
  readonly #folders = new Map<string, Map<string, UserPath>>()
  readonly #root: string

  constructor(root: UserPath) {
    this.#root = `${root}/`
  }

  add(picture: UserPath): void {
    const folder = folderAround(picture)
    const pictures = this.#folders.get(folder) ?? new Map<string, UserPath>()
    this.#folders.set(folder, pictures)
    const key = keyOf(stemOf(nameOf(picture)))
    const other = pictures.get(key)
    // The index lists in no order, and of two pictures with the same name it must always be the same one.
    if (other === undefined || picture < other) pictures.set(key, picture)
  }

  /** The cover of a file; undefined if it has none. */
  of(path: UserPath): UserPath | undefined {
    if (this.#folders.size === 0) return undefined
    const stem = stemOf(nameOf(path))
    const around = folderAround(path)
    return this.#named(keyOf(stem), around) ?? this.#named(keyOf(withoutBrackets(stem)), around)
  }

  #named(key: string, around: string): UserPath | undefined {
    for (const place of around === this.#root ? [around] : [around, this.#root])
      for (const folder of FOLDERS) {
        const found = this.#folders.get(place + folder)?.get(key)
        if (found !== undefined) return found
      }
    return undefined
  }
}
