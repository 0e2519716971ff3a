// A person's favourites, and recently opened and changed files.
import { FAVOURITES_MAX } from '../../../contract/limits.ts'
import type { ListedPlace } from '../../../contract/places.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import { pathText, type UserPath } from '../../storage/paths.ts'
import type { Pointer, Pointers } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import { placedAt, type PlaceLists } from './lists.ts'
import type { KeptPlace, ListOf } from './model.ts'
import { findNewest } from './newest.ts'
import type { OpenedPlaces } from './opened.ts'
import { locatePlaces, presentPlaces, type TypeOf } from './presenting.ts'

const PRUNE_EVERY_MS = 3_600_000

export interface PlacesOptions {
  lists: PlaceLists
  opened: OpenedPlaces
  access: Pick<Access, 'authorize'>
  tree: Pick<Tree, 'stat' | 'statIfThere' | 'find'>
  pointers: Pick<Pointers, 'make' | 'locate'>
  typeOf: TypeOf
  /** Whether a person exists. */
  isThere(userId: number): Promise<boolean>
  now(): number
}

/** How an entry comes into a list, follows a move that came between, and leaves the list where that is not known. */
interface Keeping {
  keep(kept: KeptPlace): Promise<void>
  move(kept: KeptPlace, to: Pointer): Promise<void>
  drop(kept: KeptPlace): Promise<void>
}

const isEntry = (kept: KeptPlace, added: KeptPlace): boolean => kept.place === added.place && kept.rev === added.rev

const favouritesOf = ({ userId }: Actor): ListOf => ({ userId, list: 'favourites' })

export class Places {
  readonly tasks: readonly HouseTask[] = [{ name: 'places', everyMs: PRUNE_EVERY_MS, run: () => this.#prune() }]
  readonly #options: PlacesOptions

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  /** The latest first. */
  async favourites(actor: Actor): Promise<ListedPlace[]> {
    return presentPlaces(this.#options, actor, await this.#options.lists.of(favouritesOf(actor)))
  }

  /**
   * @throws AppError `forbidden`; `notFound` if nothing exists there; `badRequest` for the root; `tooMany` at the
   * limit; `locked` while an operation runs there
   */
  async addFavourite(actor: Actor, path: UserPath): Promise<void> {
    const { lists } = this.#options
    const list = favouritesOf(actor)
    await this.#keep(actor, path, {
      keep: (added) =>
        lists.change(list, (places) => {
          if (places.some(({ place }) => place === added.place)) return places
          if (places.length >= FAVOURITES_MAX)
            throw new AppError('tooMany', `a person has at most ${FAVOURITES_MAX} favourites`)
          return [added, ...places]
        }),
      move: (added, to) =>
        lists.change(list, (places) => places.map((kept) => (isEntry(kept, added) ? placedAt(kept, to) : kept))),
      drop: (added) => lists.change(list, (places) => places.filter((kept) => !isEntry(kept, added))),
    })
  }

  /** @throws AppError `notFound` if it is not a favourite */
  async removeFavourite(actor: Actor, path: UserPath): Promise<void> {
    const { lists } = this.#options
    const list = favouritesOf(actor)
    const gone = await this.#placesAt(actor, path, await lists.of(list))
    await lists.change(list, (places) => places.filter(({ place }) => !gone.has(place)))
  }

  /** What the person has opened, the latest first. */
  async opened(actor: Actor): Promise<ListedPlace[]> {
    return presentPlaces(this.#options, actor, await this.#options.opened.of(actor.userId))
  }

  /** @throws AppError `forbidden`, `locked`; `notFound` if nothing exists there; `badRequest` for the root */
  async noteOpened(actor: Actor, path: UserPath): Promise<void> {
    await this.#keep(actor, path, {
      keep: async (kept) => this.#options.opened.note(actor.userId, kept),
      // The place is checked again before it is written.
      move: async () => undefined,
      drop: async () => undefined,
    })
  }

  /**
   * Removes one path, or all without a path.
   * @throws AppError `notFound` if it is not in the list
   */
  async forgetOpened(actor: Actor, path: UserPath | null): Promise<void> {
    const { opened } = this.#options
    const gone = path === null ? null : await this.#placesAt(actor, path, await opened.of(actor.userId))
    await opened.remove(actor.userId, ({ place }) => gone?.has(place) ?? true)
  }

  /** The files that were changed last, by anybody, the latest first. */
  newest(actor: Actor): Promise<ListedPlace[]> {
    return findNewest(this.#options, actor)
  }

  async removeAllOf(userId: number): Promise<void> {
    this.#options.opened.forget(userId)
    await this.#options.lists.removeOf(userId)
  }

  /**
   * Makes an entry of what is at a path now. What is deleted right after that stays in the list, like everything that
   * is deleted: pages see the entry, and people may act on it, before this ends.
   */
  async #keep(actor: Actor, path: UserPath, { keep, move, drop }: Keeping): Promise<void> {
    const { access, now, pointers, tree } = this.#options
    if (path === '/') throw new AppError('badRequest', 'the root is no place of a list')
    const at = access.authorize(actor, 'read', path)
    const entry = { place: pathText(at), rev: 0, path, at: now() }
    let kept: KeptPlace | null = null
    try {
      await pointers.make(at, {
        look: () => tree.stat(actor, path),
        keep: async ({ kind }, pointer) => {
          const added = placedAt({ ...entry, isFile: kind === 'file' }, pointer)
          await keep(added)
          kept = added
        },
        mend: async (to) => {
          if (kept !== null && to !== null) await move(kept, to)
        },
      })
    } catch (error) {
      if (kept === null) throw error
      if (error instanceof AppError && error.code === 'notFound') return
      await drop(kept)
      throw error
    }
  }

  /**
   * The entries of a list that the person sees at a path, by their places.
   * @throws AppError `notFound`
   */
  async #placesAt(actor: Actor, path: UserPath, places: readonly KeptPlace[]): Promise<ReadonlySet<string>> {
    const located = await locatePlaces(this.#options, actor, places)
    const found = located.filter((one) => one.path === path)
    if (found.length === 0) throw new AppError('notFound', 'it is not in the list')
    return new Set(found.map(({ kept }) => kept.place))
  }

  /** Deletes lists of deleted people, which another replica wrote during the deletion. */
  async #prune(): Promise<void> {
    const { isThere, lists } = this.#options
    for (const userId of new Set((await lists.versions()).map((list) => list.userId)))
      if (!(await isThere(userId))) await lists.removeOf(userId)
  }

  stop(): Promise<void> {
    return this.#options.opened.stop()
  }
}
