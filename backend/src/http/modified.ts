import { AppError } from '../lib/app-error.ts'

/** The last moment that JavaScript's dates can tell (ECMA-262 section 21.4.1.1), in milliseconds. */
const LAST_MS = 8.64e15

/**
 * The value of `?modified=`, milliseconds since 1970, as a time; undefined when it was not sent.
 * @throws AppError `badRequest` for anything but a whole number that is a date
 */
export function parseModified(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined
  if (!/^-?\d{1,16}$/.test(value) || Math.abs(Number(value)) > LAST_MS)
    throw new AppError('badRequest', 'modified is not a time in milliseconds')
  return new Date(Number(value))
}
