// Parts of the page that most visits need sooner or later: they are fetched one after the other in idle time, so that
// they are ready when needed.

/** A part and how to fetch it; `part` is null until it is here. */
export interface Prefetched<Part> {
  part: Part | null
  load(): Promise<Part>
}

const all: Prefetched<unknown>[] = []

/** A part that is fetched once, when it is first needed. */
export function fetchedOnce<Part>(load: () => Promise<Part>): Prefetched<Part> {
  const entry: Prefetched<Part> = {
    part: null,
    async load() {
      entry.part ??= await load()
      return entry.part
    },
  }
  return entry
}

/** A part that is also fetched in idle time. */
export function prefetched<Part>(load: () => Promise<Part>): Prefetched<Part> {
  const entry = fetchedOnce(load)
  all.push(entry)
  return entry
}

/**
 * Fetches the missing parts, after something else. Failures are silent: the part is fetched again when it is needed.
 * The returned function stops this.
 */
export function prefetchWhenIdle(after: Promise<void> = Promise.resolve()): () => void {
  let isStopped = false
  const next = async () => {
    const entry = all.find(({ part }) => part === null)
    if (isStopped || entry === undefined || isSparing()) return
    try {
      await entry.load()
      whenIdle(() => void next())
    } catch {
      // The failure is reported when the part is needed.
    }
  }
  const begin = async () => {
    await after
    whenIdle(() => void next())
  }
  void begin()
  return () => {
    isStopped = true
  }
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

/** People who save data get only what they ask for. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
