// The command line: `--seed WORD`, `--seconds N`, `--no-faults`, `--part PART`, `--without GUARD`; or `--fuzz MINUTES`,
// with `--seed NUMBER` and `--target NAME`.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { FuzzOptions } from '../fuzz/run.ts'
import { GUARDS, type Guard } from '../helpers/broken-rules.ts'
import { PARTS } from './faults.ts'
import type { Part } from './site.ts'

export interface Options {
  seed: string
  seconds: number
  hasFaults: boolean
  /** The only part that faults hit; null: any. */
  part: Part | null
  /** A guard of the storage that is switched off. */
  without: Guard | null
  /** Only parsers are fuzzed, with these options; null: no fuzzing. */
  fuzz: FuzzOptions | null
}

const HOUR_S = 3_600

/** @throws Error that names an unknown or invalid option */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      seconds: { type: 'string' },
      'no-faults': { type: 'boolean' },
      part: { type: 'string' },
      without: { type: 'string' },
      fuzz: { type: 'string' },
      target: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds ?? HOUR_S)
  if (!(seconds > 0)) throw new Error('--seconds wants a number')
  return {
    seed: values.seed ?? randomBytes(4).toString('hex'),
    seconds,
    hasFaults: values['no-faults'] !== true,
    part: partNamed(values.part),
    without: guardNamed(values.without),
    fuzz: values.fuzz === undefined ? null : fuzzOptions(values.fuzz, values),
  }
}

function partNamed(name: string | undefined): Part | null {
  const part = PARTS.find((one) => String(one) === name)
  if (name !== undefined && part === undefined) throw new Error(`--part wants one of ${PARTS.join(', ')}`)
  return part ?? null
}

function guardNamed(name: string | undefined): Guard | null {
  const guard = GUARDS.find((one) => one === name)
  if (name !== undefined && guard === undefined) throw new Error(`--without wants one of ${GUARDS.join(', ')}`)
  return guard ?? null
}

function fuzzOptions(fuzz: string, { seed, target }: { seed?: string; target?: string }): FuzzOptions {
  const minutes = Number(fuzz)
  if (!(minutes > 0)) throw new Error('--fuzz wants a number of minutes')
  const number = seed === undefined ? null : Number(seed)
  if (number !== null && !Number.isInteger(number)) throw new Error('--seed wants a whole number here')
  return { minutes, seed: number, target: target ?? null }
}
