// The budget of a listing for reading files that are not known yet.

const LOOKS = 200
const MS = 300
const PARALLEL = 8

/** Reads the first 200 files for 300 ms; reads in progress then continue in the background. */
export async function lookAtFirst<T>(unknown: readonly T[], look: (one: T) => Promise<unknown>): Promise<void> {
  if (unknown.length === 0) return
  const deadline = performance.now() + MS
  const next = unknown.slice(0, LOOKS).values()
  const worker = async () => {
    for (const one of next) {
      if (performance.now() >= deadline) return
      await look(one)
    }
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MS)
  })
  const looking = Promise.all(Array.from({ length: PARALLEL }, worker))
  // A failure after everybody has left concerns nobody.
  looking.catch(() => undefined)
  await Promise.race([looking, late]).finally(() => clearTimeout(timer))
}
