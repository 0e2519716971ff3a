// What one listing spends at most on files that nobody has looked at yet (api-contract 3.1).

const LOOKS = 200
const MS = 300
const PARALLEL = 8

/** Looks at the first 200, for 300 ms; what is under way then goes on behind. */
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
  // One that fails when nobody waits any more fails for nobody.
  looking.catch(() => undefined)
  await Promise.race([looking, late]).finally(() => clearTimeout(timer))
}
