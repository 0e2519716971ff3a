// The contents that were acknowledged, and those of them that need not exist any more.
import type { Size } from './contents.ts'
import type { Observed } from './states.ts'
import { type Answered, isDone, isWrite, pathsOf } from './steps.ts'

/** The steps of a round, and what was there before them. */
interface Round {
  before: Observed
  answered: Answered[]
}

export class Acknowledged {
  readonly #all = new Set<Size>()
  readonly #ended = new Set<Size>()
  /** The last content that each action wrote at a path. */
  readonly #written = new Map<string, Size>()

  /** Those that must exist somewhere. */
  get kept(): ReadonlySet<Size> {
    return this.#all.difference(this.#ended)
  }

  /** Takes in what was answered in a round. */
  add(before: Observed, answered: Answered[]): void {
    for (const one of answered) {
      const { wish, action } = one.step
      if ((wish.kind === 'post' || wish.kind === 'put' || wish.kind === 'tus') && isDone(one))
        this.#addContent(action, wish)
      if (wish.kind === 'purge' && one.status !== 404)
        this.#endNote(one.note ?? wish.note, one.end, { before, answered })
    }
  }

  /** A content that an action overwrites itself is purged along with the note of the file before. */
  #addContent(action: string, { path, size }: { path: string; size: Size }): void {
    this.#all.add(size)
    const key = JSON.stringify([action, path])
    const before = this.#written.get(key)
    if (before !== undefined) this.#ended.add(before)
    this.#written.set(key, size)
  }

  /** Ends what a note had that was purged by a time. */
  #endNote(id: string, end: number, round: Round): void {
    const noted = round.before.notes.get(id)
    if (!noted) return this.#endNew(id, round)
    for (const size of noted.entries.values()) this.#ended.add(size)
    // Writes without a name for their action may have joined it before.
    if (noted.kind === 'replace')
      for (const { step, start } of round.answered)
        if (step.action === '' && isWrite(step.wish) && start < end) this.#endReplaced(pathsOf(step.wish), round)
  }

  /** A note of the round itself may have contained anything. */
  #endNew(id: string, { before, answered }: Round): void {
    if (answered.some(({ note }) => note === id)) for (const size of before.files.values()) this.#ended.add(size)
    for (const { step } of answered) {
      const { wish } = step
      if ('size' in wish) this.#ended.add(wish.size)
      else if (wish.kind === 'restore')
        for (const size of before.notes.get(wish.note)?.entries.values() ?? []) this.#ended.add(size)
    }
  }

  /** Ends what writes of a round may have replaced at some paths. */
  #endReplaced(paths: string[], { before, answered }: Round): void {
    for (const path of paths) {
      const size = before.files.get(path)
      if (size !== undefined) this.#ended.add(size)
      for (const { step } of answered)
        if ('size' in step.wish && step.wish.path === path) this.#ended.add(step.wish.size)
    }
  }
}
