// The browser's history for the router. A screen with unsaved changes may stop somebody from leaving.
import {
  type Location,
  NavigationType,
  type Navigator,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom'

/** The current address, and how the page got there. */
export interface Visit {
  action: NavigationType
  location: Location
}

/** Asked before an address is left. */
export interface LeaveGuard {
  /** Whether there is anything to ask. */
  holds(): boolean
  /** Whether to leave anyway. */
  ask(): Promise<boolean>
}

/** A guard is asked one question at a time. Further navigation is ignored meanwhile. */
export class PageHistory implements Navigator {
  visit: Visit
  readonly #history = createBrowserHistory({ v5Compat: true })
  readonly #listeners = new Set<() => void>()
  #guard: LeaveGuard | null = null
  #isAsking = false
  /** The next event of the browser was caused here: a step taken back, or one that the guard allows. */
  #expected: (() => void) | null = null

  constructor() {
    this.visit = { action: this.#history.action, location: this.#history.location }
    this.#history.listen(({ action, location, delta }) => {
      const expected = this.#expected
      this.#expected = null
      const arrive = () => this.#arrive({ action, location })
      if (expected !== null) expected()
      else if (action === NavigationType.Pop && delta && this.#isHeld(location.pathname)) this.#takeBack(delta, arrive)
      else arrive()
    })
  }

  /** Calls back at each new address. The returned function ends this. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks a guard whenever the page is about to show another path. The returned function releases the guard. */
  hold(guard: LeaveGuard): () => void {
    this.#guard = guard
    return () => {
      if (this.#guard === guard) this.#guard = null
    }
  }

  // The router calls these unbound.
  readonly createHref = (to: To): string => this.#history.createHref(to)
  readonly encodeLocation = (to: To) => this.#history.encodeLocation(to)
  readonly go = (delta: number): void => this.#history.go(delta)
  readonly push = (to: To, state?: unknown): void => this.#leaveFor(to, () => this.#history.push(to, state))
  readonly replace = (to: To, state?: unknown): void => this.#leaveFor(to, () => this.#history.replace(to, state))

  #leaveFor(to: To, go: () => void): void {
    if (this.#isHeld(this.#history.createURL(to).pathname)) void this.#ask(go)
    else go()
  }

  #isHeld(pathname: string): boolean {
    return this.#guard !== null && pathname !== this.visit.location.pathname && this.#guard.holds()
  }

  /** Steps of the browser itself have already happened: they are taken back before the guard is asked. */
  #takeBack(delta: number, arrive: () => void): void {
    this.#expected = () =>
      void this.#ask(() => {
        this.#expected = arrive
        this.#history.go(delta)
      })
    this.#history.go(-delta)
  }

  async #ask(goOn: () => void): Promise<void> {
    if (this.#guard === null || this.#isAsking) return
    this.#isAsking = true
    const mayLeave = await this.#guard.ask().finally(() => {
      this.#isAsking = false
    })
    if (mayLeave) goOn()
  }

  #arrive(visit: Visit): void {
    this.visit = visit
    for (const listener of this.#listeners) listener()
  }
}
