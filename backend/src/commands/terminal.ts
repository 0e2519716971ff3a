// What commands say, and how.
import { ConfigError } from '../config.ts'
import { describeError } from '../lib/log.ts'

export const print = (line: string) => void process.stdout.write(`${line}\n`)
export const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** What an error says, and why. `what` could not be done. */
export function sentenceOf(error: unknown, what: string): string {
  return error instanceof ConfigError ? error.message : `${what}: ${wordsOf(describeError(error))}`
}

function wordsOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: unknown }
  return cause === undefined ? message : `${message}: ${wordsOf(cause)}`
}
