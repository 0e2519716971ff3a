// Password hashing: argon2id with OWASP's parameters (Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane), a few at
// a time.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { FAIR_SHARES } from '../../contract/fair-shares.ts'
import { FairSlots, type SlotRequest } from './fair-slots.ts'

// Algorithm.Argon2id of the package, whose enum only exists as a type.
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For whom a hash is computed, and how long to wait for it. */
export type HashWish = Pick<SlotRequest, 'signal'> & Partial<Pick<SlotRequest, 'asker'>>

export interface Passwords {
  /** The hash of a password, in PHC form. @throws AppError like `inTurn` */
  hash(password: string, wish?: HashWish): Promise<string>
  /**
   * Runs work that hashes, in turns: two at once, one per asker.
   * @throws AppError `unavailable` if too many wait, or after half a minute; the signal's reason
   */
  inTurn<T>(work: (turn: Turn) => Promise<T>, wish?: HashWish): Promise<T>
}

export interface Turn {
  /** Checks a password. Without a stored hash, it takes equally long and is always wrong. */
  matches(password: string, kept: string | undefined): Promise<boolean>
}

const NEVER: HashWish = { signal: new AbortController().signal }

export async function createPasswords(): Promise<Passwords> {
  // Hashing has its own threads, but the machine has few cores, and files have to keep flowing.
  const slots = new FairSlots(FAIR_SHARES.hashing)
  const nobodys = await hash(randomBytes(32), COST)

  const turn: Turn = {
    matches: async (password, kept) => {
      const isRight = await verify(kept ?? nobodys, password)
      return isRight && kept !== undefined
    },
  }

  return {
    hash: (password, wish = NEVER) => slots.run(wish, () => hash(password, COST)),
    inTurn: (work, wish = NEVER) => slots.run(wish, () => work(turn)),
  }
}
