// A short text for something long: nobody reads anything from it.
import { hash } from 'node:crypto'

/** Characters: no two things share 27, even if somebody tries. */
const LENGTH = 27

/** @param parts plain data, as JSON has it */
export const shortHash = (parts: unknown): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, LENGTH)
