// Looks for an order of the steps of a round that explains every answer and what was found in the end. Two steps of
// which one ended before the other began keep their order; what nobody knows the end of may have happened at any time
// since it began, or never.
import { judge } from './judging.ts'
import { isSeenAmong } from './looking.ts'
import { copyOf, differences, type Observed, type State, stateOf, textOf } from './states.ts'
import { type Answered, isDone, isRefused, isUnknown, isWrite, pathsOf } from './steps.ts'
import { overlap } from './tree.ts'

/** So many states are tried; beyond them a round counts as undecided. */
const STATES_MAX = 60_000

export interface Explanation {
  isExplained: boolean
  /** False where there were too many orders to try. */
  isDecided: boolean
  /** Of the order that comes nearest: what was expected and what was found. */
  nearest: string[]
  /** Steps that nobody was answered and that have not happened, by this order. */
  left: Answered[]
}

/** A step, or the beginning of a copy, which takes what lies there then. */
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

/** Whether a step shows under way what is gone again in the end, or file by file. */
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
  nearest: string[] | null = null
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

  get isDecided(): boolean {
    return this.#tried.size < STATES_MAX
  }

  /** Whether some order leads from here to what was found. */
  explains(state: State, left: readonly Event[] = this.#events, past: readonly State[] = [state]): boolean {
    const text = `${left.map(({ answered, isBegin }) => `${answered.step.id}${isBegin ? 'b' : ''}`).join(',')}|${textOf(state)}`
    if (this.#tried.has(text) || !this.isDecided) return false
    this.#tried.add(text)
    const must = left.filter(({ answered }) => !isUnknown(answered))
    if (must.length === 0 && this.#agrees(state, past)) {
      this.left = [...new Set(left.map(({ answered }) => answered))]
      return true
    }
    return left.some(
      (event) =>
        this.#isNext(event, left) &&
        this.#nextStates(state, event).some((next) =>
          this.explains(
            next,
            left.filter((other) => other !== event),
            next === state ? past : [...past, next],
          ),
        ),
    )
  }

  #isNext(event: Event, left: readonly Event[]): boolean {
    const isBegun = event.isBegin || !left.some(({ answered, isBegin }) => isBegin && answered === event.answered)
    return isBegun && left.every(({ answered }) => answered.end >= event.answered.start)
  }

  #nextStates(state: State, { answered, isBegin, isContended }: Event): State[] {
    if (isBegin) {
      const next = copyOf(state)
      next.pins.set(answered.step.id, state)
      return [next]
    }
    const { done, refused } = judge(state, { answered, found: this.#found, isContended })
    const isRight = isUnknown(answered) || isDone(answered) || isLook(answered) || refused.includes(answered.status)
    if (!isRight)
      this.#remember([
        `${answered.step.wish.kind} #${answered.step.id}: answered ${answered.status}, expected ${[...(done.length > 0 ? ['that it is done'] : []), ...refused].join(' or ')}`,
      ])
    if (isRefused(answered) && !isLook(answered)) return isRight ? [state] : []
    if (done.length === 0 && !isUnknown(answered)) {
      this.#remember([
        `${answered.step.wish.kind} #${answered.step.id}: answered ${answered.status}, expected ${refused.length > 0 ? refused.join(' or ') : 'something else'}`,
      ])
    }
    if (done.length > 0 && answered.step.wish.kind === 'copy' && state.pins.has(answered.step.id))
      done.forEach((next) => next.pins.delete(answered.step.id))
    return done
  }

  #agrees(state: State, past: readonly State[]): boolean {
    const told = differences(state, this.#found)
    for (const { look, isExcused } of this.#weakLooks) {
      if (!isExcused && !isSeenAmong([...past], 'path' in look.step.wish ? look.step.wish.path : '', look.seen ?? null))
        told.push(`look #${look.step.id} saw what was never there`)
    }
    this.#remember(told)
    return told.length === 0
  }

  #remember(told: string[]): void {
    if (this.nearest === null || told.length < this.nearest.length) this.nearest = told
  }
}

/** Whether the steps explain what was found after what had been found before. */
export function explain(before: Observed, answered: Answered[], found: Observed): Explanation {
  const start = stateOf(before)
  const search = new Search(start, answered, found)
  const isExplained = search.explains(start)
  return { isExplained, isDecided: isExplained || search.isDecided, nearest: search.nearest ?? [], left: search.left }
}
