import { randomBytes } from 'node:crypto'

const LETTERS = 20

/** A password that nobody can guess, with at least `minimum` letters. */
export function madePassword(minimum: number): string {
  const letters = Math.max(LETTERS, minimum)
  return randomBytes(letters).toString('base64url').slice(0, letters)
}
