// `make soak ARGS="--fuzz MINUTES"`: each parser for that many minutes, a thousand inputs a round, each round with the
// next seed.
import { randomInt } from 'node:crypto'
import { tryTarget } from './target.ts'
import { LONG_TARGETS, SHORT_TARGETS } from './targets.ts'

export interface FuzzOptions {
  minutes: number
  /** The seed of the first round; null for a random one. */
  seed: number | null
  /** The name of the only target to try; null for all. */
  target: string | null
}

const ROUND = 1_000
const LONG_ROUND = 50

/**
 * Returns how many parsers keep their promises, and how many do not.
 * @throws Error if there is no target of that name
 */
export async function fuzz(
  { minutes, seed, target: only }: FuzzOptions,
  say: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  const chosen = [...SHORT_TARGETS, ...LONG_TARGETS].filter(({ name }) => only === null || name === only)
  if (chosen.length === 0) throw new Error(`there is no parser called ${only}`)
  let failed = 0
  for (const target of chosen) {
    const runs = LONG_TARGETS.includes(target) ? LONG_ROUND : ROUND
    const first = seed ?? randomInt(2 ** 30)
    say(`${target.name}: from the seed ${first}`)
    const until = performance.now() + minutes * 60_000
    let tried = 0
    let failure: string | null = null
    for (let round = first; failure === null && (tried === 0 || performance.now() < until); round += 1) {
      const found = await tryTarget(target, { seed: round, runs })
      tried += found.runs
      failure = found.failure
    }
    say(failure ?? `  ${tried} inputs`)
    failed += Number(failure !== null)
  }
  return { passed: chosen.length - failed, failed }
}
