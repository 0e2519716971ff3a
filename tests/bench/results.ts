// What was measured, and what follows from it.
import { median } from './wire.ts'

const GB = 1e9

/** What one task took of the machine: a subject's own processes, and the servers that it may use. */
export interface Use {
  processorSeconds: number
  minioSeconds: number
  databaseSeconds: number
  /** The most that the largest of its own processes held, and how far that was above the time before. */
  peakMiB: number
  growthMiB: number
}

export interface Measured {
  /** A value for each round. */
  values: number[]
  uses: Use[]
}

const NOTHING: Measured = { values: [], uses: [] }

/** What was measured at one site. */
export class Results {
  readonly #measured = new Map<string, Map<string, Measured>>()

  note(id: string, subject: string, { value, use }: { value: number; use: Use }): void {
    const row = this.#measured.get(id) ?? new Map<string, Measured>()
    const { values, uses } = row.get(subject) ?? NOTHING
    this.#measured.set(id, row.set(subject, { values: [...values, value], uses: [...uses, use] }))
  }

  of(id: string, subject: string): Measured {
    return this.#measured.get(id)?.get(subject) ?? NOTHING
  }

  /** The names of those who did this work. */
  subjectsOf(id: string): string[] {
    return [...(this.#measured.get(id)?.keys() ?? [])]
  }

  median(id: string, subject = 'nido'): number {
    return median(this.of(id, subject).values)
  }

  /** How many times as fast Nido is: the median of the rounds' ratios. */
  ratio(id: string, to: string): number {
    const [own, other] = [this.of(id, 'nido').values, this.of(id, to).values]
    return median(own.slice(0, other.length).map((value, round) => (other[round] ?? NaN) / value))
  }

  /** Seconds of Nido's processes for a gigabyte, in work that moved this many bytes. */
  secondsPerGB(id: string, bytes: number): number {
    return (median(this.of(id, 'nido').uses.map((use) => use.processorSeconds)) / bytes) * GB
  }

  /** The most that a process of Nido held in any round of some work, or grew by; NaN if none was done. */
  most(ids: readonly string[], what: 'peakMiB' | 'growthMiB'): number {
    const all = ids.flatMap((id) => this.of(id, 'nido').uses.map((use) => use[what]))
    return all.length === 0 ? NaN : Math.max(...all)
  }
}

/** The power with which a value grew from one step to the next: 1 is as many times the value, 0 the same. */
export function slopeOf(steps: readonly number[], values: readonly number[], index: number): number {
  const growthOf = (all: readonly number[]) => Math.log((all[index] ?? NaN) / (all[index - 1] ?? NaN))
  return growthOf(values) / growthOf(steps)
}
