// People, read: for who signs in, for every request, and for the lists of administrators.
import type { Model } from 'mongoose'
import { createCachedById } from '../../database/cached.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { UserDocument } from './model.ts'
import { userOf } from './present.ts'
import type { User } from './user.ts'

/** The most people kept in the cache. */
const KNOWN_MAX = 2_000

/** A person, with what logging in and sessions need. */
export interface Account {
  user: User
  passwordHash: string
  epoch: number
  keptSession: string
}

export interface People {
  /** As known here. Another replica's change is seen within a second. */
  get(id: number): Promise<Account | undefined>
  /** As stored now. */
  stored(id: number): Promise<Account | undefined>
  /** By exact name, as stored now. */
  named(username: string): Promise<Account | undefined>
  /** Everybody as stored now, by id. */
  all(): Promise<User[]>
}

export function createPeople(model: Model<UserDocument>, changeCounters: ChangeCounters): People {
  const cached = createCachedById<number, Account>({ changeCounters, name: 'users', max: KNOWN_MAX, load })

  async function load(id: number): Promise<Account | undefined> {
    const document = await model.findById(String(id)).lean()
    return document === null ? undefined : accountOf(document)
  }

  return {
    get: cached.get,
    stored: cached.fresh,
    named: async (username) => {
      const document = await model.findOne({ username }).lean()
      return document === null ? undefined : accountOf(document)
    },
    all: async () => {
      const documents = await model.find({}).lean()
      return documents.map((document) => userOf(document)).sort((a, b) => a.id - b.id)
    },
  }
}

const accountOf = (document: UserDocument): Account => ({
  user: userOf(document),
  passwordHash: document.password,
  epoch: document.epoch,
  keptSession: document.keptSession,
})
