// Chooses what the clients do, with few names so that they collide. The choice depends on the seed and the current
// state, not on the clock.
import type { Contents, Size } from './contents.ts'
import { judge } from './judging.ts'
import type { Random } from './random.ts'
import { contestedIn, isJoined, type Note, placeOf, type State } from './states.ts'
import type { Conflict, Mode, Step, Wish } from './steps.ts'
import { isAtOrBelow, isBelow, kindAt, nameOf, overlap } from './tree.ts'
import { REPLICAS } from './site.ts'

const NAMES = ['a', 'b', 'c'] as const
const DEPTH = 3
/** Beyond this the planner tidies up, so that reading everything stays quick. */
const NOTES_MAX = 16
const PATHS_MAX = 40
const LARGE_PART = 1 / 250
/** The share of clients working alone that begin with a recipe, because random steps seldom lead there. */
const RECIPE_PART = 0.6
/** The first plans have one client that begins with a recipe: there is too little yet for clients to collide. */
const FIRST_PLANS = 3
/** What a name was before it was deleted, and what it is on the other side. The first case is twice as likely. */
const PASTS = [
  { was: 'folder', is: 'file' },
  { was: 'folder', is: 'file' },
  { was: 'file', is: 'folder' },
  { was: 'file', is: 'file' },
] as const

const WEIGHTS = {
  post: 20,
  put: 4,
  tus: 4,
  stream: 2,
  folder: 4,
  delete: 15,
  merge: 16,
  rename: 8,
  copy: 9,
  restore: 11,
  purge: 2,
  version: 3,
  look: 5,
} as const
type Choice = keyof typeof WEIGHTS

/** A round's steps, one list for each client. Clients run at the same time, each one's steps in order. */
export type Plan = Step[][]

export interface Planned {
  /** The round's number, used in the names of actions. */
  round: number
  /** Wishes of earlier rounds that may still take effect. */
  open: Wish[]
  /** Whether servers may be killed during the round. */
  hasFaults: boolean
}

export class Planner {
  readonly #random: Random
  readonly #contents: Contents
  #steps = 0
  #plans = 0

  constructor(random: Random, contents: Contents) {
    this.#random = random
    this.#contents = contents
  }

  plan(state: State, planned: Planned): Plan {
    const isFirst = (this.#plans += 1) <= FIRST_PLANS
    if (isFirst || this.#random.chance(0.55)) return [this.#sequence(state, planned, isFirst)]
    return this.#contest(state, planned)
  }

  /** One client. Each step is chosen for the state that the earlier steps lead to. */
  #sequence(start: State, planned: Planned, isFirst: boolean): Step[] {
    let state = start
    const steps: Step[] = []
    const given = isFirst || this.#random.chance(RECIPE_PART) ? this.#mergeOverThePast() : []
    for (let left = this.#random.between(4, 12); left > 0; left -= 1) {
      const wish = given.shift() ?? this.#choose(state)
      if (planned.open.some((other) => cannotMeet(state, wish, other, planned.hasFaults))) continue
      const step = this.#step(wish, planned)
      steps.push(step)
      const answered = { step, status: 200, start: 0, end: 0 }
      state = judge(state, { answered, found: null, isContended: false }).done[0] ?? state
    }
    return steps
  }

  /**
   * A merge of two folders in which one name was deleted on one side, as a folder or a file, and exists on the other.
   */
  #mergeOverThePast(): Wish[] {
    const [from, to, other] = this.#shuffled(NAMES)
    const [name, left] = this.#shuffled(NAMES)
    const inside = this.#anyPath(1)
    const put = (path: string): Wish => ({ kind: 'post', path, size: this.#size(), isOverride: true })
    const { was, is } = this.#random.pick(PASTS)
    const target = this.#random.chance(0.7) ? `/${to}` : `/${to}/${other}`
    const past = `/${from}/${name}`
    const steps: Wish[] = [
      put(was === 'folder' ? past + inside : past),
      { kind: 'delete', path: was === 'folder' && this.#random.chance(0.3) ? past + inside : past },
      put(`/${from}/${left}`),
      put(`${target}/${name}${is === 'folder' ? inside : ''}`),
    ]
    const kind = this.#random.chance(0.85) ? 'rename' : 'copy'
    return [...steps, { kind, path: `/${from}`, to: target, mode: 'override' }]
  }

  #shuffled<T>(list: readonly T[]): T[] {
    const left = [...list]
    return list.flatMap(() => left.splice(this.#random.below(left.length), 1))
  }

  /** Several clients at once, on few paths. */
  #contest(state: State, planned: Planned): Step[][] {
    const focus = [this.#path(state), this.#path(state)]
    const wishes: Wish[] = []
    const isFree = (wish: Wish) =>
      [...planned.open, ...wishes].every((other) => !cannotMeet(state, wish, other, planned.hasFaults))
    return Array.from({ length: this.#random.between(2, 4) }, () => {
      const own: Wish[] = []
      for (let left = this.#random.between(1, 2); left > 0; left -= 1) {
        const wish = this.#choose(state, focus)
        if (wish.kind !== 'stream' && isFree(wish)) own.push(wish)
      }
      wishes.push(...own)
      return own.map((wish) => this.#step(wish, planned))
    }).filter((steps) => steps.length > 0)
  }

  #step(wish: Wish, { round, hasFaults }: Planned): Step {
    const id = (this.#steps += 1)
    const naming = this.#random.weighed({ own: 75, shared: 8, none: 17 })
    return {
      id,
      wish,
      replica: this.#random.below(REPLICAS),
      isShared: naming === 'shared',
      action: naming === 'none' ? '' : naming === 'shared' ? `round-${round}` : `step-${round}-${id}`,
      isLost: hasFaults && this.#random.chance(0.02),
    }
  }

  #choose(state: State, focus: string[] = []): Wish {
    const random = this.#random
    if (state.notes.size > NOTES_MAX && random.chance(0.5)) return { kind: 'purge', note: this.#note(state) ?? 'none' }
    if (state.files.size + state.folders.size > PATHS_MAX && random.chance(0.5))
      return { kind: 'delete', path: random.pick([...state.folders, ...state.files.keys()]) }
    const path = focus.length > 0 && random.chance(0.75) ? this.#near(random.pick(focus)) : this.#path(state)
    return this.#wish(state, random.weighed<Choice>(WEIGHTS), path)
  }

  #wish(state: State, choice: Choice, path: string): Wish {
    const random = this.#random
    switch (choice) {
      case 'post':
        return { kind: 'post', path, size: this.#size(), isOverride: random.chance(0.6) }
      case 'put':
        return { kind: 'put', path: this.#present(state.files.keys()) ?? path, size: this.#size() }
      case 'tus':
        return this.#upload(path)
      case 'stream':
        return this.#stream(path)
      case 'folder':
        return { kind: 'folder', path }
      case 'delete':
        return {
          kind: 'delete',
          path: random.chance(0.7) ? (this.#present([...state.files.keys(), ...state.folders]) ?? path) : path,
        }
      case 'merge':
        return this.#merge(state, path)
      case 'rename':
      case 'copy':
        return { kind: choice, path, to: this.#path(state), mode: this.#mode() }
      case 'restore':
        return this.#restore(state) ?? { kind: 'look', path }
      case 'purge':
        return { kind: 'purge', note: this.#note(state) ?? 'none' }
      case 'version':
        return { kind: 'version', path: this.#present(state.files.keys()) ?? path, depth: random.below(3) }
      case 'look':
        return { kind: 'look', path }
    }
  }

  #mode(): Mode {
    return this.#random.weighed({ override: 50, plain: 25, rename: 25 })
  }

  #size(): Size {
    return this.#contents.make(this.#random.chance(LARGE_PART))
  }

  #upload(path: string): Wish {
    return {
      kind: 'tus',
      path,
      size: this.#size(),
      isOverride: this.#random.chance(0.6),
      chunks: this.#random.between(1, 3),
    }
  }

  /** The whole is made first. Its beginnings are smaller contents of their own. */
  #stream(path: string): Wish {
    const sizes = Array.from({ length: this.#random.between(1, 3) }, () => this.#contents.make()).sort(
      (one, other) => one - other,
    )
    for (const size of sizes) this.#contents.makeBeginning(sizes.at(-1) ?? size, size)
    return {
      kind: 'stream',
      path,
      sizes,
      isOverride: this.#random.chance(0.6),
      isDropped: this.#random.chance(0.3),
      looks: sizes.map(() => this.#random.chance(0.3)),
    }
  }

  /** Usually between two existing folders. */
  #merge(state: State, path: string): Wish {
    const kind = this.#random.chance(0.75) ? 'rename' : 'copy'
    const from = this.#random.chance(0.85) ? (this.#present(state.folders) ?? path) : path
    const others = [...state.folders].filter((folder) => !overlap(folder, from))
    return {
      kind,
      path: from,
      to: this.#random.chance(0.9) ? (this.#present(others) ?? this.#path(state)) : this.#path(state),
      mode: 'override',
    }
  }

  #restore(state: State): Wish | null {
    const id = this.#note(state)
    const note = id === null ? undefined : state.notes.get(id)
    if (id === null || !note || isScattered(note)) return null
    if (isJoined(id)) return { kind: 'restore', note: id, conflict: 'fail' }
    const names = this.#random.chance(0.25) ? this.#names(note) : undefined
    // A note of several things restores each to a separate place, and the model does not know which things they are.
    const isOneDeleted = note.kind === 'delete' && !note.isSeveral
    const conflict = this.#random.weighed<Conflict>(
      isOneDeleted ? { fail: 6, override: 3, rename: 1 } : { fail: 6, override: 4, rename: 0 },
    )
    const mayGoElsewhere = isOneDeleted || (!note.isDir && note.entries.size === 1)
    if (!mayGoElsewhere || !this.#random.chance(0.2))
      return { kind: 'restore', note: id, conflict, ...(names && { names }) }
    return {
      kind: 'restore',
      note: id,
      conflict,
      to: this.#random.chance(0.3) ? '/' : this.#path(state),
      ...(names && { names: names.slice(0, 1) }),
    }
  }

  #names({ entries, folders, isDir }: Note): string[] | undefined {
    const all = [...entries.keys(), ...folders].filter((name) => name !== '')
    return isDir && all.length > 0 ? [this.#random.pick(all)] : undefined
  }

  /** A note whose content is known. */
  #note({ notes }: State): string | null {
    const contested = contestedIn(notes)
    return this.#present([...notes].flatMap(([id, { isUnclear }]) => (isUnclear || contested.has(id) ? [] : [id])))
  }

  #present(paths: Iterable<string>): string | null {
    const all = [...paths]
    return all.length > 0 ? this.#random.pick(all) : null
  }

  #path(state: State): string {
    return (
      (this.#random.chance(0.5) ? this.#present([...state.folders, ...state.files.keys()]) : null) ??
      this.#anyPath(this.#random.between(1, DEPTH))
    )
  }

  #anyPath(depth: number): string {
    return Array.from({ length: depth }, () => `/${this.#random.pick(NAMES)}`).join('')
  }

  /** A path, or one below it. */
  #near(path: string): string {
    const depth = path.split('/').length - 1
    return this.#random.chance(0.5) || depth >= DEPTH
      ? path
      : path + this.#anyPath(this.#random.between(1, DEPTH - depth))
  }
}

/** Whether some of several replaced files may have moved along and others not. */
const isScattered = ({ kind, others, entries }: Note): boolean =>
  kind === 'replace' && others !== undefined && entries.size > 1

/** Whether a move at the same time could cause that. */
function scatters(state: State, one: Wish, other: Wish): boolean {
  if (one.kind !== 'restore' || other.kind !== 'rename') return false
  const note = state.notes.get(one.note)
  return note?.kind === 'replace' && note.entries.size > 1 && overlap(other.path, note.path)
}

const FILE_WRITES = new Set<Wish['kind']>(['post', 'put', 'tus', 'stream', 'version'])

/**
 * Whether the model cannot predict two steps at once. They may leave a file and a folder of the same name, because
 * single writes have no record in the journal: an upload of `/a` beside one of `/a/b` is a known limit. So is an upload
 * beside a change that makes a folder there, if its process is killed before it looks again (tests/model/README.md).
 */
function cannotMeet(state: State, one: Wish, other: Wish, hasFaults: boolean): boolean {
  const isEither = (test: (first: Wish, second: Wish) => boolean) => test(one, other) || test(other, one)
  return isEither((first, second) => hides(state, first, second, hasFaults) || scatters(state, first, second))
}

function hides(state: State, file: Wish, other: Wish, hasFaults: boolean): boolean {
  if (!FILE_WRITES.has(file.kind) || !('path' in file)) return false
  const { path } = file
  if (FILE_WRITES.has(other.kind) && 'path' in other) return isBelow(other.path, path)
  if (other.kind === 'folder') return isAtOrBelow(other.path, path)
  return hasFaults && foldersMadeBy(state, other).some((made) => isAtOrBelow(made, path))
}

/** Folders, or things in them, that a change may make. */
function foldersMadeBy(state: State, wish: Wish): string[] {
  if (wish.kind === 'rename' || wish.kind === 'copy')
    return kindAt(state, wish.path) === 'file' ? [`${wish.to}/`] : [wish.to]
  if (wish.kind !== 'restore') return []
  const note = state.notes.get(wish.note)
  if (!note) return ['']
  if (wish.to !== undefined) return [`${wish.to === '/' ? '' : wish.to}/${nameOf(note.path)}`]
  return [note.path, ...[...note.entries.keys()].map((name) => placeOf(note, name))].map((place) =>
    note.isDir ? place : `${place}/`,
  )
}
