// People at work while something happens to their servers.
import { type Actor, downloading, hashOf, posting, renaming, uploading, type Work } from './actors.ts'
import { Patient, type Tally } from './asking.ts'

const ACTORS: Record<string, Actor> = { uploading, posting, renaming, downloading }
const EACH = 2

export interface LoadEnd {
  /** The hash of each file that was acknowledged, by its path. */
  acknowledged: Map<string, string>
  /** Why an actor gave up. */
  failures: string[]
  tally: Tally
}

/** Two of each kind of actor, for a person, until they are told to stop. */
export class Load {
  readonly #acknowledged = new Map<string, string>()
  readonly #failures: string[] = []
  readonly #patient: Patient
  readonly #loops: Promise<void>[]
  #isOver = false

  constructor(token: string) {
    this.#patient = new Patient(token)
    this.#loops = Object.entries(ACTORS).flatMap(([kind, actor]) =>
      Array.from({ length: EACH }, (_, index) => this.#run(actor, `${kind}-${index}`)),
    )
  }

  /** How many files are acknowledged so far. */
  get done(): number {
    return this.#acknowledged.size
  }

  get failures(): readonly string[] {
    return this.#failures
  }

  async stop(): Promise<LoadEnd> {
    this.#isOver = true
    await Promise.all(this.#loops)
    return { acknowledged: this.#acknowledged, failures: this.#failures, tally: this.#patient.tally }
  }

  async #run(actor: Actor, name: string): Promise<void> {
    const work: Work = {
      patient: this.#patient,
      acknowledged: this.#acknowledged,
      isOver: () => this.#isOver,
      name,
    }
    await actor(work).catch((error: unknown) => void this.#failures.push(`${name}: ${String(error)}`))
  }
}

/** The paths whose files are not there as they were acknowledged. */
export async function lost(token: string, acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  const patient = new Patient(token)
  const wrong: string[] = []
  for (const [path, hash] of acknowledged) {
    const { status, body } = await patient.ask('GET', `/api/raw${path}`)
    if (status !== 200) wrong.push(`${path}: ${status}`)
    else if (hashOf(body) !== hash) wrong.push(`${path}: other bytes`)
  }
  return wrong
}
