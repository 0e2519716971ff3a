// The browser's history as the router takes it. A screen with unsaved changes may hold whoever wants to leave it.
import {
  type Location,
  NavigationType,
  type Navigator,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom'

/** How the page came to an address, and what it is. */
export interface Visit {
  action: NavigationType
  location: Location
}

/** Asked before an address is left. */
export interface LeaveGuard {
  /** Whether there is anything to ask. */
  holds(): boolean
  /** Whether to leave all the same. */
  ask(): Promise<boolean>
}

/** A guard is asked one question at a time; who wants elsewhere meanwhile is not heard. */
export class PageHistory implements Navigator {
  visit: Visit
  readonly #history = createBrowserHistory({ v5Compat: true })
  readonly #listeners = new Set<() => void>()
  #guard: LeaveGuard | null = null
  #isAsking = false
  /** What comes next from the browser was asked for here: a step taken back, or one that the guard lets through. */
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

  /** Calls back at each new address. Answers how to stop. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Has a guard asked whenever the page is to show another path. Answers how to let it go. */
  hold(guard: LeaveGuard): () => void {
    this.#guard = guard
    return () => {
      if (this.#guard === guard) this.#guard = null
    }
  }

  // The router calls these without their object.
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

  /** Steps of the browser's own have happened already: they are taken back before anybody is asked. */
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
