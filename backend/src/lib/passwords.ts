// Passwords: argon2id with OWASP's parameters (Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane), a few at a time.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from './app-error.ts'

// Algorithm.Argon2id of the package, whose enum exists only as a type.
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Hashing has its own threads, but the machine has few cores: files are to flow meanwhile.
const AT_ONCE = 2
const WAITING_MOST = 500

export interface Passwords {
  /** What is kept of a password, in PHC form. */
  hash(password: string): Promise<string>
  /**
   * Does work that hashes in its turn: two at once, the rest waits.
   * @throws AppError `unavailable` when too many wait already
   */
  inTurn<T>(work: (turn: Turn) => Promise<T>): Promise<T>
}

export interface Turn {
  /** Whether a password is the one kept; with nothing kept it takes as long and is never right. */
  matches(password: string, kept: string | undefined): Promise<boolean>
}

export async function createPasswords(): Promise<Passwords> {
  const limit = pLimit(AT_ONCE)
  const nobodys = await hash(randomBytes(32), COST)

  const turn: Turn = {
    matches: async (password, kept) => {
      const isRight = await verify(kept ?? nobodys, password)
      return isRight && kept !== undefined
    },
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= WAITING_MOST) throw new AppError('unavailable', 'too many sign in at once', { retryAfter: 5 })
    return limit(work)
  }

  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    inTurn: async (work) => inTurn(() => work(turn)),
  }
}
