// Everybody, for administrators: the list, and what is needed to make or change one of them.
import type { Settings } from '../../../backend/contract/settings.ts'
import type { UserRecord } from '../../../backend/contract/users.ts'
import type { ApiError } from '../api/http.ts'
import type { FilesFate, PersonBody } from '../api/users.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** What a person's form goes by. */
export type HouseRules = Pick<Settings, 'createUserDir' | 'userHomeBasePath' | 'minimumPasswordLength' | 'defaults'>

export class PeopleStore implements Store {
  /** By their numbers. */
  readonly list = new Latest<readonly UserRecord[]>()
  readonly houseRules = new Latest<HouseRules>()
  /** Bytes that each takes, by their numbers; nothing for whom they are not known. Their troubles are not told. */
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

  /** Fetches everybody; what is shown already stays until they are there. */
  async load(): Promise<void> {
    const { users, settings } = this.#root.api
    await Promise.all([this.list.load(() => users.list()), this.houseRules.load(() => settings.get())])
  }

  /** Fetches how much room each takes; sums may take a while, and nobody waits for them. */
  async weigh(): Promise<void> {
    await this.used.load(async () => {
      const { items } = await this.#root.api.users.usage()
      return new Map(items.flatMap(({ id, used }) => (used === null ? [] : [[id, used] as const])))
    })
  }

  /** Answers the number of the new person. @throws ApiError */
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

/** The store, made when it is first asked for. */
export const peopleOf = (root: RootStore): PeopleStore => (root.later.people ??= new PeopleStore(root))
