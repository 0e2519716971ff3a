// Files and folders at events. They follow moves, as links do; each person sees those that they could open.
import { AppError } from '../../lib/app-error.ts'
import { parseUserPath, pathText, placeOfText, type UserPath, userPathOf } from '../../storage/paths.ts'
import { pointerOf } from '../../storage/pointers.ts'
import type { Pointer, Pointers, Relocate } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { CalendarStore } from './store.ts'
import type { AttachedFile, EventContent, StoredEvent } from './types.ts'

export interface AttachedOptions {
  access: Pick<Access, 'authorize'>
  tree: Pick<Tree, 'stat' | 'sees'>
  pointers: Pick<Pointers, 'make' | 'locate' | 'onRelocated'>
  store: Pick<CalendarStore, 'books' | 'eventsOf' | 'change'>
}

const attachedAt = ({ at, rev }: Pointer): AttachedFile => ({ place: pathText(at), rev })

export class AttachedFiles {
  readonly #options: AttachedOptions

  constructor(options: AttachedOptions) {
    this.#options = options
    options.pointers.onRelocated((relocate) => this.#follow(relocate))
  }

  /** The paths of those that a person could open. */
  async shown(actor: Actor, files: readonly AttachedFile[]): Promise<{ file: AttachedFile; path: UserPath }[]> {
    if (files.length === 0) return []
    const now = await this.#options.pointers.locate(files.map(pointerOf))
    return files.flatMap((file, index) => {
      const path = this.#pathOf(actor, attachedAt(now[index] ?? pointerOf(file)))
      return path === null ? [] : [{ file, path }]
    })
  }

  /** Whether a person could open any of them. */
  hasAny(actor: Actor, files: readonly AttachedFile[]): boolean {
    return files.some((file) => this.#pathOf(actor, file) !== null)
  }

  /**
   * The files that a person wants an event to have, with those that only others see.
   * @throws AppError `forbidden`, `notFound`, `badRequest` for what is no path
   */
  async wanted(actor: Actor, paths: readonly string[], before: readonly AttachedFile[]): Promise<AttachedFile[]> {
    const shown = await this.shown(actor, before)
    const others = before.filter((file) => shown.every((one) => one.file !== file))
    const wanted: AttachedFile[] = []
    for (const path of new Set(paths.map(parseUserPath)))
      wanted.push(shown.find((one) => one.path === path)?.file ?? (await this.#make(actor, path)))
    return [...wanted, ...others]
  }

  async #make(actor: Actor, path: UserPath): Promise<AttachedFile> {
    const { access, tree, pointers } = this.#options
    const at = access.authorize(actor, 'read', path)
    let pointer: Pointer | null = null
    const set = (to: Pointer | null) => {
      pointer = to
    }
    await pointers.make(at, {
      look: () => tree.stat(actor, path),
      keep: async (_, made) => set(made),
      mend: async (to) => set(to),
    })
    if (pointer === null) throw new AppError('notFound', 'the file has gone')
    return attachedAt(pointer)
  }

  #pathOf(actor: Actor, file: AttachedFile): UserPath | null {
    const path = userPathOf(actor.mounts, placeOfText(file.place))
    return path !== null && this.#options.tree.sees(actor, path) ? path : null
  }

  /** Takes the files of all events along with a move. What is deleted stays, since it may come back. */
  async #follow(relocate: Relocate): Promise<void> {
    const { store } = this.#options
    const follow = (file: AttachedFile): AttachedFile => {
      const now = relocate(pointerOf(file))
      return now === null || now.rev === file.rev ? file : attachedAt(now)
    }
    const moves = (event: StoredEvent) => filesOf(event).some((file) => follow(file) !== file)
    for (const { owner } of await store.books()) {
      if (!(await store.eventsOf(owner)).events.some(moves)) continue
      await store.change(owner, (draft) => {
        for (const event of [...draft.events].filter(moves)) draft.put(withFiles(event, follow))
        return { result: null, note: null }
      })
    }
  }
}

const filesOf = ({ files, changedOnes }: StoredEvent): AttachedFile[] => [
  ...files,
  ...changedOnes.flatMap(({ content }) => content.files),
]

/** The same version, since nobody has changed the event; but a new object, since event objects never change. */
function withFiles(event: StoredEvent, follow: (file: AttachedFile) => AttachedFile): StoredEvent {
  const moved = <T extends Pick<EventContent, 'files'>>(content: T): T => ({
    ...content,
    files: content.files.map(follow),
  })
  const changedOnes = event.changedOnes.map(({ at, content }) => ({ at, content: moved(content) }))
  // So that a process that knows the event takes the new object.
  return { ...moved(event), changedOnes, changedAt: event.changedAt + 1 }
}
