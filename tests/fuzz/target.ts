// What is fuzzed: a parser of foreign bytes, what it is given, and what has to be true of whatever it makes of that.
import fc from 'fast-check'

/** One parser. `check` throws where it does not hold what it promises. */
export interface Target<T = unknown> {
  /** In words, as the command line takes them too. */
  name: string
  inputs: fc.Arbitrary<T>
  check(input: T): void | Promise<void>
  /** Inputs that have failed once: they are tried first, always. */
  cases?: readonly T[]
}

export interface Tried {
  runs: number
  /** What failed, with all that it takes to see it again; null for nothing. */
  failure: string | null
}

/** Tries a target with its cases and so many inputs, which the seed determines. */
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
