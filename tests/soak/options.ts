// The command line: `--seed WORD`, `--seconds N`, `--no-faults`, `--without GUARD`.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface Options {
  seed: string
  seconds: number
  hasFaults: boolean
  /** A guard of the storage that is left out. */
  without: string | null
}

const HOUR_S = 3_600

/** @throws Error in words for what is no option */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      seconds: { type: 'string' },
      'no-faults': { type: 'boolean' },
      without: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds ?? HOUR_S)
  if (!(seconds > 0)) throw new Error('--seconds wants a number')
  return {
    seed: values.seed ?? randomBytes(4).toString('hex'),
    seconds,
    hasFaults: values['no-faults'] !== true,
    without: values.without ?? null,
  }
}
