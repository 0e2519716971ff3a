// All people, for administrators: the list, and what is needed to create or change one.
import type { Settings } from '../../../backend/contract/settings.ts'
import type { UserRecord } from '../../../backend/contract/users.ts'
import type { ApiError } from '../api/http.ts'
import type { FilesFate, PersonBody } from '../api/users.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** The settings that a person's form needs. */
export type HouseRules = Pick<Settings, 'createUserDir' | 'userHomeBasePath' | 'minimumPasswordLength' | 'defaults'>

export class PeopleStore implements Store {
  /** Sorted by id. */
  readonly list = new Latest<readonly UserRecord[]>()
  readonly houseRules = new Latest<HouseRules>()
  /** The bytes that each person uses, by id; missing if unknown. Its errors are not shown. */
  readonly used = new Latest<ReadonlyMap<number, number>>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.list.forget()
    this.houseRules.forget()
    this.used.forget()
  }

  get error(): ApiError | null {
    return this.list.error ?? this.houseRules.error
  }

  get isLoading(): boolean {
    return this.list.isLoading || this.houseRules.isLoading
  }

  get(id: number): UserRecord | undefined {
    return this.list.value?.find((person) => person.id === id)
  }

  /** Fetches all people. The old list stays until they arrive. */
  async load(): Promise<void> {
    const { users, settings } = this.#root.api
    await Promise.all([this.list.load(() => users.list()), this.houseRules.load(() => settings.get())])
  }

  /** Fetches how much space each person uses. Sums may take a while, and nobody waits for them. */
  async loadUsage(): Promise<void> {
    await this.used.load(async () => {
      const { items } = await this.#root.api.users.usage()
      return new Map(items.flatMap(({ id, used }) => (used === null ? [] : [[id, used] as const])))
    })
  }

  /** Returns the id of the new person. @throws ApiError */
  async create(fields: Partial<PersonBody>): Promise<number> {
    const id = await this.#root.api.users.create(fields)
    await this.load()
    return id
  }

  /** @throws ApiError */
  async change(id: number, changes: Partial<PersonBody>): Promise<void> {
    await this.#root.api.users.update(id, changes)
    await this.load()
  }

  /** @throws ApiError */
  async remove(id: number, files: FilesFate): Promise<void> {
    await this.#root.api.users.remove(id, files)
    this.list.edit((people) => people.filter((person) => person.id !== id))
  }
}

/** The store, created when it is first used. */
export const peopleOf = (root: RootStore): PeopleStore => (root.later.people ??= new PeopleStore(root))
