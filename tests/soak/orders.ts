// Looks for an order of a round's steps that explains every answer and the final state. If one step ended before
// another began, they keep that order. A step without an answer may have happened at any time since it began, or never.
import { judge } from './judging.ts'
import type { Size } from './contents.ts'
import { isSeenAmong } from './looking.ts'
import { copyOf, differences, markDoubtful, type Observed, type State, stateOf, textOf } from './states.ts'
import { type Answered, isRefused, isUnknown, isWrite, pathsOf } from './steps.ts'
import { overlap } from './tree.ts'

/** At most this many states are tried. Beyond that a round counts as undecided. */
const STATES_MAX = 60_000
const LEFT_WEIGHT = 3

export interface Explanation {
  isExplained: boolean
  /** False if there were too many orders to try. */
  isDecided: boolean
  /** For the order that comes closest: what was expected and what was found. */
  nearest: string[]
  /** Unanswered steps that have not happened, according to this order. */
  left: Answered[]
}

/** A step, or the start of a copy, which captures its source at that moment. */
interface Event {
  answered: Answered
  isBegin: boolean
  isContended: boolean
}

/** The paths that a step may read or change. */
function touched({ step: { wish }, note }: Answered, start: State): string[] {
  if (wish.kind !== 'restore' && wish.kind !== 'purge') return pathsOf(wish)
  const noted = start.notes.get(note ?? wish.note)
  return [
    ...pathsOf(wish),
    ...(noted ? [noted.path] : ['']),
    ...(wish.kind === 'restore' && wish.conflict === 'rename' && noted
      ? [noted.path.slice(0, noted.path.lastIndexOf('/'))]
      : []),
  ]
}

function meets(start: State, one: Answered, other: Answered): boolean {
  if (one === other || one.start >= other.end || other.start >= one.end) return false
  return touched(one, start).some((path) => touched(other, start).some((another) => overlap(path, another)))
}

const isLook = ({ step: { wish } }: Answered): boolean => wish.kind === 'look'

/** Whether a step can show something that is gone again in the end, or shows its result file by file. */
const isSeenUnderWay = (answered: Answered): boolean =>
  isUnknown(answered) ||
  answered.step.wish.kind === 'restore' ||
  answered.step.wish.kind === 'stream' ||
  (isWrite(answered.step.wish) && isRefused(answered))

class Search {
  readonly #found: Observed
  readonly #weakLooks: { look: Answered; isExcused: boolean }[] = []
  readonly #events: Event[]
  readonly #tried = new Set<string>()
  #distance = Infinity
  nearest: string[] = []
  left: Answered[] = []

  constructor(start: State, all: Answered[], found: Observed) {
    this.#found = found
    this.#events = all.flatMap((answered) => {
      const others = all.filter((other) => !isLook(other) && meets(start, answered, other))
      const isContended = others.length > 0
      if (
        isLook(answered) &&
        isContended &&
        ((answered.seen && 'items' in answered.seen) || others.some(isSeenUnderWay))
      ) {
        this.#weakLooks.push({ look: answered, isExcused: others.some(isSeenUnderWay) })
        return []
      }
      if (isContended && isRefused(answered) && !isLook(answered)) return []
      const event = { answered, isContended, isBegin: false }
      return answered.step.wish.kind === 'copy' && isContended ? [{ ...event, isBegin: true }, event] : [event]
    })
  }

  /** Whether looks have to be judged by all states along the way. */
  get #needsPast(): boolean {
    return this.#weakLooks.some(({ isExcused }) => !isExcused)
  }

  get isDecided(): boolean {
    return this.#tried.size < STATES_MAX
  }

  /** Whether some order leads from this state to what was found. */
  explains(state: State, left: readonly Event[] = this.#events, past: readonly State[] = [state]): boolean {
    const text = [...left.map(keyOf), textOf(state), ...(this.#needsPast ? past.map(textOf) : [])].join('|')
    if (this.#tried.has(text) || !this.isDecided) return false
    this.#tried.add(text)
    if (left.every(({ answered }) => isUnknown(answered)) && this.#agrees(state, past)) {
      this.left = [...new Set(left.map(({ answered }) => answered))]
      return true
    }
    return left.some((event) => {
      if (!isNext(event, left)) return false
      const others = left.filter((other) => other !== event)
      const goOn = (next: State) => this.explains(next, others, next === state ? past : [...past, next])
      return this.#nextStates(state, event, others.length).some(goOn)
    })
  }

  #nextStates(state: State, { answered, isBegin, isContended }: Event, left: number): State[] {
    const { id, wish } = answered.step
    if (isBegin) {
      const next = copyOf(state)
      next.pins.set(id, state)
      return [next]
    }
    const { done, refused } = judge(state, { answered, found: this.#found, isContended })
    const isRefusal = isRefused(answered) && !isLook(answered)
    const isRight = isRefusal ? refused.includes(answered.status) : done.length > 0 || isUnknown(answered)
    if (!isRight) {
      const expected = [...(done.length > 0 ? ['that it is done'] : []), ...refused].join(' or ') || 'something else'
      const what = isLook(answered) ? 'saw' : `answered ${answered.status},`
      this.#remember(
        [`${wish.kind} #${id}: ${what} ${isLook(answered) ? 'something else' : `expected ${expected}`}`],
        left,
      )
    }
    if (isRefusal) return isRight ? [state] : []
    return done.map((next) => withoutPin(next, id))
  }

  #agrees(state: State, past: readonly State[]): boolean {
    const told = differences(state, this.#found)
    for (const { look, isExcused } of this.#weakLooks) {
      const path = 'path' in look.step.wish ? look.step.wish.path : ''
      if (!isExcused && !isSeenAmong([...past], path, look.seen ?? null)) {
        told.push(`look #${look.step.id} saw what was never there`)
      }
    }
    this.#remember(told, 0)
    return told.length === 0
  }

  /** The more steps an order explains, the closer it is to the truth. */
  #remember(told: string[], left: number): void {
    const distance = told.length + LEFT_WEIGHT * left
    if (distance >= this.#distance) return
    this.#distance = distance
    this.nearest = told
  }
}

const keyOf = ({ answered, isBegin }: Event): string => `${answered.step.id}${isBegin ? ' begins' : ''}`

function isNext(event: Event, left: readonly Event[]): boolean {
  const isBegun = event.isBegin || !left.some(({ answered, isBegin }) => isBegin && answered === event.answered)
  return isBegun && left.every(({ answered }) => answered.end >= event.answered.start)
}

function withoutPin(state: State, id: number): State {
  if (!state.pins.has(id)) return state
  const next = copyOf(state)
  next.pins.delete(id)
  return next
}

/**
 * A replaced file is noted before it is replaced, so an unanswered write may have left only the note. The noted content
 * may have been brought to that place a moment earlier.
 */
function mayBeNoted(start: State, all: Answered[]): Size[] {
  const paths = new Set(all.filter(isUnknown).flatMap((answered) => touched(answered, start)))
  if (paths.size === 0) return []
  const isReached = (path: string) => [...paths].some((one) => overlap(one, path))
  for (let before = 0; before < paths.size;) {
    before = paths.size
    for (const one of all.map((answered) => touched(answered, start)))
      if (one.some(isReached)) for (const path of one) paths.add(path)
  }
  const there = [...start.files].flatMap(([path, size]) => (isReached(path) ? [size] : []))
  return [...there, ...all.flatMap((answered) => broughtBy(start, answered))]
}

/** The contents that a step brings in from outside the tree. */
function broughtBy(start: State, { step: { wish }, note }: Answered): Size[] {
  if (wish.kind === 'restore') return [...(start.notes.get(note ?? wish.note)?.entries.values() ?? [])]
  return 'size' in wish ? [wish.size] : []
}

/** Whether the steps explain the change from the earlier observation to the new one. */
export function explain(before: Observed, answered: Answered[], found: Observed): Explanation {
  const start = stateOf(before)
  markDoubtful(start)
  start.demands.push({ contents: mayBeNoted(start, answered), where: 'perhaps' })
  const search = new Search(start, answered, found)
  const isExplained = search.explains(start)
  return { isExplained, isDecided: isExplained || search.isDecided, nearest: search.nearest, left: search.left }
}
