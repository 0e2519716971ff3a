// People, read: for who signs in, for every request, and for the lists of administrators.
import { createCached } from '../../database/cached.ts'
import type { Versions } from '../../database/versions.ts'
import type { User } from '../../http/identity.ts'
import type { Model } from 'mongoose'
import type { UserDocument } from './model.ts'
import { userOf } from './present.ts'

/** A person with what signing in and sessions need to know. */
export interface Account {
  user: User
  passwordHash: string
  epoch: number
  keptSession: string
}

export interface People {
  /** As known here: another replica's change is seen within a second. */
  get(id: number): Promise<Account | undefined>
  /** As stored now. */
  stored(id: number): Promise<Account | undefined>
  /** By name, exactly, as stored now. */
  named(username: string): Promise<Account | undefined>
  /** Everybody as stored now, by id. */
  all(): Promise<User[]>
}

export function createPeople(model: Model<UserDocument>, versions: Versions): People {
  const cached = createCached<ReadonlyMap<number, Account>>({ versions, name: 'users', load })

  async function load(): Promise<ReadonlyMap<number, Account>> {
    const documents = await model.find({}).lean()
    return new Map(documents.map((document) => [document.id, accountOf(document)]))
  }

  return {
    // A person that is not known here may have been made a moment ago elsewhere.
    get: async (id) => (await cached.get()).get(id) ?? (await cached.fresh()).get(id),
    stored: async (id) => (await cached.fresh()).get(id),
    named: async (username) => {
      const everybody = await cached.fresh()
      return everybody.values().find((account) => account.user.username === username)
    },
    all: async () => {
      const everybody = await cached.fresh()
      return Array.from(everybody.values(), (account) => account.user).sort((a, b) => a.id - b.id)
    },
  }
}

const accountOf = (document: UserDocument): Account => ({
  user: userOf(document),
  passwordHash: document.password,
  epoch: document.epoch,
  keptSession: document.keptSession,
})
