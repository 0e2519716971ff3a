// Parts of the page that most visits need sooner or later: fetched one after the other when there is nothing else to
// do, so that they are there at once when they are asked for.

/** A part and how to fetch it; `part` is null until it is here. */
export interface Prefetched<Part> {
  part: Part | null
  load(): Promise<Part>
}

const all: Prefetched<unknown>[] = []

/** A part that is fetched once, when somebody asks for it. */
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

/** Has a part fetched when there is time. Fetched for another reason, it is kept as well. */
export function prefetched<Part>(load: () => Promise<Part>): Prefetched<Part> {
  const entry = fetchedOnce(load)
  all.push(entry)
  return entry
}

/**
 * Fetches the parts that are not here yet. What fails says nothing: it is asked for again when it is needed. Answers
 * how to stop.
 */
export function prefetchWhenIdle(): () => void {
  let isStopped = false
  const next = async () => {
    const entry = all.find(({ part }) => part === null)
    if (isStopped || entry === undefined || isSparing()) return
    try {
      await entry.load()
      whenIdle(() => void next())
    } catch {
      // It will be said where it is missed.
    }
  }
  whenIdle(() => void next())
  return () => {
    isStopped = true
  }
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

/** Who saves data gets what is asked for, and no more. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
