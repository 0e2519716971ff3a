import { AppError } from '../lib/app-error.ts'

/** The latest time of a JavaScript date (ECMA-262 section 21.4.1.1), in milliseconds. */
const LAST_MS = 8.64e15

/**
 * The value of `?modified=`, milliseconds since 1970, as a time; undefined if it was not sent.
 * @throws AppError `badRequest` unless it is a whole number and a valid date
 */
export function parseModified(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined
  if (!/^-?\d{1,16}$/.test(value) || Math.abs(Number(value)) > LAST_MS)
    throw new AppError('badRequest', 'modified is not a time in milliseconds')
  return new Date(Number(value))
}
