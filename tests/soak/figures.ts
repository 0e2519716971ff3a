// What a run has done, in numbers.
import type { Answered } from './steps.ts'

export class Figures {
  readonly #steps = new Map<string, number>()
  readonly #statuses = new Map<string, number>()
  readonly #faults = new Map<string, number>()
  rounds = 0
  persons = 0
  readsChecked = 0
  contentsFound = 0
  undecided = 0
  unfinished = 0

  count(answered: Answered[]): void {
    for (const {
      step: { wish },
      status,
    } of answered) {
      add(this.#steps, wish.kind)
      add(this.#statuses, status === 0 ? 'no answer' : String(status))
    }
  }

  countFault(what: string): void {
    add(this.#faults, what)
  }

  lines(): string[] {
    const told = (counts: ReadonlyMap<string, number>) =>
      [...counts]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, count]) => `${name} ${count}`)
        .join(', ') || 'none'
    const steps = [...this.#steps.values()].reduce((sum, count) => sum + count, 0)
    return [
      `${this.rounds} rounds of ${this.persons} persons, ${steps} operations: ${told(this.#steps)}`,
      `answers: ${told(this.#statuses)}`,
      `faults: ${told(this.#faults)}`,
      `${this.readsChecked} reads checked, ${this.contentsFound} contents found again`,
      `${this.undecided} rounds with too many orders to try, ${this.unfinished} unfinished multiparts`,
    ]
  }
}

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
