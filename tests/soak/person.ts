// One person whose clients work in rounds. Each round is checked once everything is quiet again.
import { setTimeout as wait } from 'node:timers/promises'
import { UPLOAD_HEADER } from '../../backend/contract/headers.ts'
import { encodePath, type Client } from '../helpers/client.ts'
import { Acknowledged } from './acknowledged.ts'
import { ask } from './asking.ts'
import { carryOut } from './carrying.ts'
import { Contents, type Size } from './contents.ts'
import { Difference } from './difference.ts'
import type { Figures } from './figures.ts'
import { Observer } from './observing.ts'
import { explain, type Explanation } from './orders.ts'
import { type Plan, Planner } from './planning.ts'
import { Random } from './random.ts'
import { checkBytes, checkSearch } from './reading.ts'
import { REPLICAS } from './site.ts'
import { differences, type Observed, stateOf } from './states.ts'
import { type Answered, describe, isUnknown, type Wish } from './steps.ts'
import type { Tree } from './tree.ts'

/** An unanswered request may still take effect for this long. */
const OPEN_MS = 45_000
/** However slow the machine, the right state is reached long before this. */
const PATIENCE_MS = 120_000
const PAUSE_MS = 100
/** How many earlier steps are printed with a difference. */
const PAST_LINES = 150

export interface PersonOptions {
  client: Client
  name: string
  seed: string
  figures: Figures
  /** Milliseconds since the run started. */
  now(): number
  /** Waits until no operation is under way. */
  quiet(): Promise<void>
}

/** The basis for judging a round: every step that may have happened in it. */
interface Round {
  number: number
  all: Answered[]
  hadFault: boolean
}

const EVERY_REPLICA = Array.from({ length: REPLICAS }, (_, replica) => replica)

export class Person {
  readonly client: Client
  readonly contents: Contents
  readonly #options: PersonOptions
  readonly #random: Random
  readonly #planner: Planner
  readonly #observer: Observer
  #before: Observed = { files: new Map(), folders: new Set(), notes: new Map() }
  /** Steps that may still take effect. */
  #open: Answered[] = []
  /**
   * Those of them that write below a path that is a file by now. On MinIO they may have taken effect unseen, and appear
   * when the file and its remains are gone.
   */
  readonly #hidden = new WeakSet<Answered>()
  /** The steps of earlier rounds, for whoever investigates a difference. */
  readonly past: string[] = []
  readonly #acknowledged = new Acknowledged()

  constructor(options: PersonOptions) {
    this.#options = options
    this.client = options.client
    this.#random = new Random(`${options.seed} ${options.name}`)
    this.contents = new Contents(`${options.seed} ${options.name}`)
    this.#planner = new Planner(this.#random, this.contents)
    this.#observer = new Observer(options.client)
  }

  get name(): string {
    return `${this.#options.name} (${this.client.username})`
  }

  /** Contents that were acknowledged and not purged: they must exist somewhere. */
  get kept(): ReadonlySet<Size> {
    return this.#acknowledged.kept
  }

  /** Runs all clients at once. A client that gets no answer stops there. */
  async work(round: number, hasFaults: boolean): Promise<Answered[]> {
    const plan = this.#planner.plan(stateOf(this.#before), {
      round,
      hasFaults,
      open: this.#open.map(({ step }) => step.wish),
    })
    return (await Promise.all(plan.map((steps) => this.#follow(steps)))).flat()
  }

  async #follow(steps: Plan[number]): Promise<Answered[]> {
    const { client, contents } = this
    const done: Answered[] = []
    for (const step of steps) {
      const answered = await carryOut({ client, contents, now: this.#options.now }, step, done)
      done.push(answered)
      if (isUnknown(answered)) break
    }
    return done
  }

  /**
   * Checks that the current state, as each process reports it, is explained by the steps.
   * @throws Difference if it is not
   */
  async check(number: number, answered: Answered[], hadFault: boolean): Promise<void> {
    this.#options.figures.count(answered)
    const round: Round = { number, all: [...this.#open, ...answered], hadFault }
    const isCertain = !hadFault && !round.all.some(isUnknown)
    const seenAtOnce = isCertain ? await Promise.all(EVERY_REPLICA.map((replica) => this.#observer.tree(replica))) : []
    await this.#giveUpUploads(answered)
    await this.#options.quiet()
    const { found, left } = await this.#explained(round)
    this.#checkAnswers(round, seenAtOnce, found)
    this.#goOn(answered, { found, left })
    this.past.push(`round ${number}:`, ...answered.map(describe))
    await this.#read(found)
  }

  /**
   * Broken uploads could otherwise be finished at any time. One that never began has no bytes to finish with, and
   * giving it up would remove what an earlier upload without a length made at the same path.
   */
  async #giveUpUploads(answered: Answered[]): Promise<void> {
    for (const one of answered) {
      const { wish } = one.step
      if (!isUnknown(one) || one.upload === undefined || (wish.kind !== 'tus' && wish.kind !== 'stream')) continue
      for (const end = this.#options.now() + PATIENCE_MS; this.#options.now() < end; await wait(PAUSE_MS)) {
        const { status } = await ask(this.client, 'DELETE', `/api/tus${encodePath(wish.path)}`, {
          replica: one.step.replica,
          headers: { [UPLOAD_HEADER]: one.upload },
        })
        // Another one may have taken its place.
        if (status === 204 || status === 404 || status === 412) break
      }
    }
  }

  /** @throws Difference if nothing explains the state within the time allowed */
  async #explained(round: Round): Promise<{ found: Observed; left: Answered[] }> {
    for (const end = this.#options.now() + PATIENCE_MS; ; await wait(PAUSE_MS)) {
      const seen = await this.#observe()
      const isLast = this.#options.now() > end
      if (typeof seen === 'string') {
        if (isLast) throw this.#difference(round, [seen], null)
        continue
      }
      const [found, ...others] = seen
      if (!found) throw new Error('there is no process to ask')
      const told = others
        .flatMap((other) => differences(stateOf(found), other))
        .map((line) => `the processes do not agree: ${line}`)
      const explanation = told.length > 0 ? null : explain(this.#before, round.all, found)
      if (explanation && this.#isGood(explanation)) return { found, left: explanation.left }
      // If every request was answered, the state will not change any more.
      if (isLast || (explanation && !round.hadFault && !round.all.some(isUnknown)))
        throw this.#difference(round, [...told, ...(explanation?.nearest ?? [])], found)
    }
  }

  #isGood({ isExplained, isDecided }: Explanation): boolean {
    if (!isDecided) this.#options.figures.undecided += 1
    return isExplained || !isDecided
  }

  async #observe(): Promise<Observed[] | string> {
    try {
      return await Promise.all(EVERY_REPLICA.map((replica) => this.#observer.observe(replica)))
    } catch (error) {
      return String(error)
    }
  }

  #checkAnswers(round: Round, seenAtOnce: Tree[], found: Observed): void {
    const stale = seenAtOnce.flatMap((tree, replica) =>
      differences(stateOf(found), { ...tree, notes: found.notes }).map(
        (line) => `right after the answers process ${replica} told otherwise: ${line}`,
      ),
    )
    const troubles = round.all.flatMap(({ step, trouble }) =>
      trouble === undefined ? [] : [`#${step.id}: ${trouble}`],
    )
    if (stale.length + troubles.length > 0) throw this.#difference(round, [...stale, ...troubles], found)
  }

  #difference({ number, all }: Round, told: string[], found: Observed | null): Difference {
    return new Difference(
      `round ${number}, ${this.name}`,
      [...told, ...describeObserved('before', this.#before), ...(found ? describeObserved('found', found) : [])],
      [...this.past.slice(-PAST_LINES), `round ${number}:`, ...all.map(describe)],
    )
  }

  #goOn(answered: Answered[], { found, left }: { found: Observed; left: Answered[] }): void {
    const { now, figures } = this.#options
    figures.readsChecked += answered.filter(({ seen }) => seen !== undefined).length
    this.#acknowledged.add(this.#before, answered)
    for (const one of left) if (isBelowFile(one.step.wish, found)) this.#hidden.add(one)
    const isOpen = (one: Answered) => now() - one.start < OPEN_MS || this.#hidden.has(one)
    this.#open = left.filter((one) => one.step.wish.kind !== 'look' && isOpen(one))
    this.#before = found
  }

  async #read(found: Observed): Promise<void> {
    const { figures } = this.#options
    const reading = {
      client: this.client,
      observer: this.#observer,
      contents: this.contents,
      found,
      random: this.#random,
      where: `${this.name}`,
    }
    figures.readsChecked += (await checkBytes(reading)) + (await checkSearch(reading))
  }
}

function describeObserved(when: string, { files, folders, notes }: Observed): string[] {
  const tree = [...folders, ...[...files].map(([path, size]) => `${path}=${size}`)].sort().join(' ')
  const trash = [...notes].map(([id, { kind, path, entries }]) => {
    const inside = [...entries].map(([name, size]) => `${name}=${size}`)
    return `  note ${id}: ${kind} ${path} ${inside.join(' ')}`
  })
  return [`${when}: ${tree || 'nothing'}`, ...trash]
}

/** Whether a write has a file above its path. */
const isBelowFile = (wish: Wish, { files }: Observed): boolean =>
  (wish.kind === 'post' || wish.kind === 'put' || wish.kind === 'tus' || wish.kind === 'stream') &&
  files.keys().some((file) => wish.path.startsWith(`${file}/`))
