// A fuzzing target: a parser of foreign bytes, its inputs, and what has to be true of its results.
import fc from 'fast-check'

/** One parser. `check` throws if it breaks a promise. */
export interface Target<T = unknown> {
  /** In words; also its name on the command line. */
  name: string
  inputs: fc.Arbitrary<T>
  check(input: T): void | Promise<void>
  /** Inputs that failed once. They are always tried first. */
  cases?: readonly T[]
}

export interface Tried {
  runs: number
  /** The failure, with everything needed to reproduce it; null if there is none. */
  failure: string | null
}

/** Tries a target with its cases and with random inputs, which the seed determines. */
export async function tryTarget<T>(
  { name, inputs, check, cases = [] }: Target<T>,
  { seed, runs }: { seed: number; runs: number },
): Promise<Tried> {
  const property = fc.asyncProperty(inputs, async (input) => check(input))
  const examples = cases.map((one): [T] => [one])
  const details = await fc.check(property, { seed, numRuns: runs + cases.length, examples })
  if (!details.failed) return { runs: details.numRuns, failure: null }
  const error = details.errorInstance
  return {
    runs: details.numRuns,
    failure: [
      `${name} fails with seed ${seed}, path ${details.counterexamplePath}, ${details.numShrinks} times made smaller:`,
      `  ${fc.stringify(details.counterexample?.[0])}`,
      `  ${error instanceof Error ? error.stack : String(error)}`,
      `Again: make soak ARGS="--fuzz 1 --target '${name}' --seed ${seed}"; then add it to the cases of tests/fuzz/`,
    ].join('\n'),
  }
}
