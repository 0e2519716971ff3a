import { randomInt } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { LONG_TARGETS, SHORT_TARGETS } from './targets.ts'
import { tryTarget } from './target.ts'

/** Inputs for each parser. `make soak ARGS="--fuzz MINUTES"` tries as many as there is time for. */
const SHORT_RUNS = 200
const LONG_RUNS = 4

const seed = randomInt(2 ** 31)

describe(`parsers of foreign bytes keep their promises, with the seed ${seed}`, () => {
  it.each(SHORT_TARGETS.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    expect((await tryTarget(target, { seed, runs: SHORT_RUNS })).failure).toBeNull()
  })

  it.each(LONG_TARGETS.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    expect((await tryTarget(target, { seed, runs: LONG_RUNS })).failure).toBeNull()
  })
})
